package dev.olp.logins;

import dev.olp.isolation.process.Waiting;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lock beside a login's file, for every OLP of this machine that uses that file, whatever its home. The kernel lets go
 * of it when a process dies. The CLIs' own locks are taken by the CLIs.
 */
final class RenewalLock implements AutoCloseable {
    private static final String NAME = ".olp-renewal.lock";

    private final FileChannel channel;

    private RenewalLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws NoLogin when another holds it all the time, or nothing can be written in the folder */
    static RenewalLock take(Path folder, Duration atMost) throws NoLogin {
        try {
            FileChannel channel = FileChannel.open(
                    folder.resolve(NAME),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Attempt attempt = new Attempt(channel);
            if (Waiting.until(atMost, attempt::isOver) && attempt.failure == null) {
                return new RenewalLock(channel);
            }
            channel.close();
            if (attempt.failure != null) {
                throw attempt.failure;
            }
            throw new NoLogin("another process renews it and does not end", "try again shortly");
        } catch (IOException e) {
            throw new NoLogin(
                    "its folder cannot be written (" + e.getClass().getSimpleName() + "), so it cannot be renewed",
                    "make the folder writable for the user that runs OLP");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** Tries, again and again. */
    private static final class Attempt {
        private final FileChannel channel;
        private @Nullable IOException failure;

        Attempt(FileChannel channel) {
            this.channel = channel;
        }

        boolean isOver() {
            try {
                FileLock lock = channel.tryLock();
                return lock != null;
            } catch (OverlappingFileLockException oursAlready) {
                return false;
            } catch (IOException e) {
                failure = e;
                return true;
            }
        }
    }
}
