package dev.olp.app.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The end of a log file and what is appended to it, also after another file took its place. Belongs to one thread. */
final class LogTail implements AutoCloseable {
    /** How soon what no event told of is seen. */
    private static final long LOOK_SECONDS = 2;

    private static final int CHUNK = 64 << 10;

    private final Path file;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private FileChannel open;
    private Object identity;

    private LogTail(Path file) throws IOException {
        this.file = file;
        this.identity = identity(file);
        this.open = FileChannel.open(file, StandardOpenOption.READ);
    }

    static LogTail open(Path file) throws IOException {
        return new LogTail(file);
    }

    /** The last whole lines that are there now, at most so many. */
    List<String> last(int count) throws IOException {
        Deque<String> lines = new ArrayDeque<>();
        read(line -> {
            lines.addLast(line);
            if (lines.size() > count) {
                lines.removeFirst();
            }
        });
        return List.copyOf(lines);
    }

    /** Hands over each line that is added. Ends by an interrupt only. */
    void follow(Consumer<String> lines) throws IOException, InterruptedException {
        Path folder = Objects.requireNonNull(file.getParent(), "a log lies in a folder");
        try (WatchService watcher = folder.getFileSystem().newWatchService()) {
            folder.register(watcher, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
            while (true) {
                read(lines);
                if (isReplaced()) {
                    read(lines); // what came before it was put aside
                    open.close();
                    identity = identity(file);
                    open = FileChannel.open(file, StandardOpenOption.READ);
                    continue;
                }
                WatchKey key = watcher.poll(LOOK_SECONDS, TimeUnit.SECONDS);
                if (key != null) {
                    key.pollEvents();
                    key.reset();
                }
            }
        }
    }

    private void read(Consumer<String> lines) throws IOException {
        while (open.read(chunk.clear()) > 0) {
            chunk.flip();
            while (chunk.hasRemaining()) {
                byte next = chunk.get();
                if (next == '\n') {
                    lines.accept(begun.toString(StandardCharsets.UTF_8));
                    begun.reset();
                } else {
                    begun.write(next);
                }
            }
        }
    }

    private boolean isReplaced() throws IOException {
        try {
            return !identity(file).equals(identity);
        } catch (NoSuchFileException notYet) {
            return false;
        }
    }

    private static Object identity(Path file) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey(), "files have an inode");
    }

    @Override
    public void close() throws IOException {
        open.close();
    }
}
