package dev.olp.logins;

import dev.olp.config.LockedFile;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A lock beside a login's file, for every OLP of this machine that uses that file, whatever its home. The CLIs' own locks
 * are taken by the CLIs.
 */
final class RenewalLock implements AutoCloseable {
    private static final String NAME = ".olp-renewal.lock";

    private final LockedFile lock;

    private RenewalLock(LockedFile lock) {
        this.lock = lock;
    }

    /** @throws NoLogin when another holds it all the time, or nothing can be written in the folder */
    static RenewalLock take(Path folder, Duration atMost) throws NoLogin {
        try {
            return LockedFile.take(folder.resolve(NAME), atMost)
                    .map(RenewalLock::new)
                    .orElseThrow(() -> new NoLogin("another process renews it and does not end", "try again shortly"));
        } catch (IOException e) {
            throw new NoLogin(
                    "its folder cannot be written (" + e.getClass().getSimpleName() + "), so it cannot be renewed",
                    "make the folder writable for the user that runs OLP");
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
