package dev.olp.config;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Who may write in a home: one server for as long as it runs, or one command at a time. A lock on {@code <home>/lock}. */
public final class HomeLock implements AutoCloseable {
    private final Home home;
    private final LockedFile lock;

    private HomeLock(Home home, LockedFile lock) {
        this.home = home;
        this.lock = lock;
    }

    /** Takes it now; empty when another process has it. */
    public static Optional<HomeLock> tryTake(Home home) throws IOException {
        return of(home, LockedFile.tryTake(file(home)));
    }

    /** Takes it, waiting a while for a command that has it; empty when it was held all the time. */
    public static Optional<HomeLock> take(Home home, Duration atMost) throws IOException {
        return of(home, LockedFile.take(file(home), atMost));
    }

    private static Optional<HomeLock> of(Home home, Optional<LockedFile> lock) throws IOException {
        if (lock.isEmpty()) {
            return Optional.empty();
        }
        try {
            RunningServer.forget(home); // of one that crashed
        } catch (IOException e) {
            lock.get().close();
            throw e;
        }
        return Optional.of(new HomeLock(home, lock.get()));
    }

    private static Path file(Home home) {
        return home.root().resolve("lock");
    }

    /** Lets go of the home, and tells commands no longer of a server in it. */
    @Override
    public void close() throws IOException {
        try (lock) {
            RunningServer.forget(home);
        }
    }
}
