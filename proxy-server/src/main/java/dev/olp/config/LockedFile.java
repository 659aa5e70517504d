package dev.olp.config;

import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A lock of the kernel's on a file that is there for nothing else (0600); it ends with the process however that ends. */
public final class LockedFile implements AutoCloseable {
    private final FileChannel channel;

    private LockedFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes it now; empty when it is held, by another process or by this one. */
    public static Optional<LockedFile> tryTake(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            if (channel.tryLock() != null) {
                return Optional.of(new LockedFile(channel));
            }
            channel.close();
            return Optional.empty();
        } catch (OverlappingFileLockException ours) {
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Takes it, waiting a while for who has it; empty when it was held all the time. */
    public static Optional<LockedFile> take(Path file, Duration atMost) throws IOException {
        Attempt attempt = new Attempt(file);
        var _ = Waiting.until(atMost, attempt::isOver);
        if (attempt.failure != null) {
            throw attempt.failure;
        }
        return Optional.ofNullable(attempt.taken);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Tries, again and again. */
    private static final class Attempt {
        private final Path file;
        private @Nullable LockedFile taken;
        private @Nullable IOException failure;

        Attempt(Path file) {
            this.file = file;
        }

        boolean isOver() {
            try {
                taken = tryTake(file).orElse(null);
            } catch (IOException e) {
                failure = e;
            }
            return taken != null || failure != null;
        }
    }
}
