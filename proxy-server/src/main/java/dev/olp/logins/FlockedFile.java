package dev.olp.logins;

import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lock of codex's kind: the kernel's {@code flock} on a file beside the login. */
final class FlockedFile implements CliLock {
    private final String file;
    private final Posix posix;
    private Posix.@Nullable FileLock held;
    private @Nullable IOException failure;

    private FlockedFile(String file, Posix posix) {
        this.file = file;
        this.posix = posix;
    }

    /** @throws IOException when it cannot be made, or is held all the time */
    static FlockedFile take(Path file, Duration patience, Posix posix) throws IOException {
        FlockedFile taken = new FlockedFile(file.toString(), posix);
        boolean over = Waiting.until(patience, taken::isOver);
        if (taken.failure != null) {
            throw taken.failure;
        }
        if (!over) {
            throw new IOException(file + " is locked by another");
        }
        return taken;
    }

    private boolean isOver() {
        try {
            held = posix.tryLock(file).orElse(null);
        } catch (IOException e) {
            failure = e;
        }
        return held != null || failure != null;
    }

    @Override
    public void close() {
        if (held != null) {
            held.close();
        }
    }
}
