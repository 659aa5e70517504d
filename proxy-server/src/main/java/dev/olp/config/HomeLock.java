package dev.olp.config;

import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may write in a home: one server for as long as it runs, or one command at a time. A lock of the kernel's on {@code
 * <home>/lock}, which ends with the process however that ends.
 */
public final class HomeLock implements AutoCloseable {
    private final Home home;
    private final FileChannel channel;

    private HomeLock(Home home, FileChannel channel) {
        this.home = home;
        this.channel = channel;
    }

    /** Takes it now; empty when another process has it. */
    public static Optional<HomeLock> tryTake(Home home) throws IOException {
        FileChannel channel = FileChannel.open(
                home.root().resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            if (channel.tryLock() == null) {
                channel.close();
                return Optional.empty();
            }
            RunningServer.forget(home); // of one that crashed
            return Optional.of(new HomeLock(home, channel));
        } catch (OverlappingFileLockException ours) {
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Takes it, waiting a while for a command that has it; empty when it was held all the time. */
    public static Optional<HomeLock> take(Home home, Duration atMost) throws IOException {
        Attempt attempt = new Attempt(home);
        var _ = Waiting.until(atMost, attempt::isOver);
        if (attempt.failure != null) {
            throw attempt.failure;
        }
        return Optional.ofNullable(attempt.taken);
    }

    /** Lets go of the home, and tells commands no longer of a server in it. */
    @Override
    public void close() throws IOException {
        try (channel) {
            RunningServer.forget(home);
        }
    }

    /** Tries, again and again. */
    private static final class Attempt {
        private final Home home;
        private @Nullable HomeLock taken;
        private @Nullable IOException failure;

        Attempt(Home home) {
            this.home = home;
        }

        boolean isOver() {
            try {
                taken = tryTake(home).orElse(null);
            } catch (IOException e) {
                failure = e;
            }
            return taken != null || failure != null;
        }
    }
}
