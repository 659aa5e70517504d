package dev.olp.logins;

import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The lock under which claude replaces its login's file: a folder that exists while it is held, and that is stale when
 * its time is older than 15 s. Held by us for the milliseconds of one write, so it is never refreshed.
 */
final class StorageWriteLock implements AutoCloseable {
    private static final String NAME = ".storage-write.lock";
    private static final Duration STALE = Duration.ofSeconds(15);

    private final Path lock;
    private final InstantSource clock;
    private @Nullable IOException failure;

    private StorageWriteLock(Path lock, InstantSource clock) {
        this.lock = lock;
        this.clock = clock;
    }

    /** @throws IOException when it cannot be made, or is held and kept fresh for twice the time after which it is stale */
    static StorageWriteLock take(Path folder, InstantSource clock) throws IOException {
        StorageWriteLock lock = new StorageWriteLock(folder.resolve(NAME), clock);
        boolean over = Waiting.until(STALE.multipliedBy(2), lock::isOver);
        if (lock.failure != null) {
            throw lock.failure;
        }
        if (!over) {
            throw new IOException(lock.lock + " is held and kept fresh by another");
        }
        return lock;
    }

    private boolean isOver() {
        try {
            Files.createDirectory(lock, PrivateWriting.FOLDER);
            return true;
        } catch (FileAlreadyExistsException held) {
            return removeStale();
        } catch (IOException e) {
            failure = e;
            return true;
        }
    }

    /** Never true: the next attempt takes it, or another's was quicker. */
    private boolean removeStale() {
        try {
            Instant held =
                    Files.getLastModifiedTime(lock, LinkOption.NOFOLLOW_LINKS).toInstant();
            if (held.plus(STALE).isBefore(clock.instant())) {
                Files.deleteIfExists(lock);
            }
            return false;
        } catch (IOException goneMeanwhile) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(lock);
    }
}
