package dev.olp.features.support;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What stand-ins note beside themselves, through named pipes: the one thing that a child can write to in a folder that its
 * sandbox shows it read-only. Emptied all the time, or the stand-ins would wait.
 */
final class Notes implements AutoCloseable {
    private static final List<String> NAMES = List.of("starts", "modes", "probes", "env", "prompt");
    private static final long EVERY_MILLIS = 5;

    private final Map<String, Pipe> pipes = new LinkedHashMap<>();
    private final ScheduledExecutorService emptying = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("notes").factory());

    Notes(Path folder) throws IOException, InterruptedException {
        for (String name : NAMES) {
            Path path = folder.resolve(name);
            Process mkfifo = new ProcessBuilder("mkfifo", "-m", "666", path.toString())
                    .inheritIO()
                    .start();
            if (mkfifo.waitFor() != 0) {
                throw new IOException("mkfifo " + path);
            }
            pipes.put(name, new Pipe(path));
        }
        var _ = emptying.scheduleWithFixedDelay(
                () -> pipes.values().forEach(Pipe::read), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Everything that was noted under that name so far, in whole lines. */
    List<String> of(String name) {
        Pipe pipe = pipes.get(name);
        if (pipe == null) {
            throw new IllegalArgumentException("note: " + name + " (expected: one of " + NAMES + ")");
        }
        return pipe.read().lines().toList();
    }

    /** Also what was noted before {@link #forget}. */
    List<String> all(String name) {
        of(name);
        return Objects.requireNonNull(pipes.get(name)).all().lines().toList();
    }

    /** From here on only what is new. */
    void forget() {
        pipes.values().forEach(Pipe::forget);
    }

    @Override
    public void close() throws IOException {
        emptying.shutdownNow();
        for (Pipe pipe : new ArrayList<>(pipes.values())) {
            pipe.close();
        }
    }

    private static final class Pipe implements AutoCloseable {
        /** Open for both, so that it is neither waited for at the opening nor ever at its end. */
        private final RandomAccessFile both;

        private final FileInputStream in;
        private final StringBuilder text = new StringBuilder();
        private int from;

        Pipe(Path path) throws IOException {
            both = new RandomAccessFile(path.toFile(), "rw");
            in = new FileInputStream(both.getFD());
        }

        synchronized String read() {
            try {
                while (both.getFD().valid() && in.available() > 0) {
                    text.append(new String(in.readNBytes(in.available()), StandardCharsets.UTF_8));
                }
                return text.substring(from);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        synchronized String all() {
            return text.toString();
        }

        synchronized void forget() {
            read();
            from = text.length();
        }

        @Override
        public synchronized void close() throws IOException {
            both.close();
        }
    }
}
