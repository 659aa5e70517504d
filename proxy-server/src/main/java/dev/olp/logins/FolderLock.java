package dev.olp.logins;

import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** A lock of claude's kind: a folder that exists while it is held, and that is stale when its time is older than a bound. */
final class FolderLock implements CliLock {
    private static final Duration STALE_WRITE = Duration.ofSeconds(15);

    private final Path lock;
    private final Duration stale;
    private final InstantSource clock;
    private @Nullable IOException failure;

    private FolderLock(Path lock, Duration stale, InstantSource clock) {
        this.lock = lock;
        this.stale = stale;
        this.clock = clock;
    }

    /**
     * Takes the one under which claude replaces its login's file. To be held for milliseconds.
     *
     * @param folder the file's own
     */
    static FolderLock forWriting(Path folder, InstantSource clock) throws IOException {
        return forWriting(folder, STALE_WRITE.multipliedBy(2), clock);
    }

    static FolderLock forWriting(Path folder, Duration patience, InstantSource clock) throws IOException {
        return take(folder.resolve(".storage-write.lock"), STALE_WRITE, patience, clock);
    }

    /** @throws IOException when it cannot be made, or is held and kept fresh all the time */
    static FolderLock take(Path lock, Duration stale, Duration patience, InstantSource clock) throws IOException {
        FolderLock taken = new FolderLock(lock, stale, clock);
        boolean over = Waiting.until(patience, taken::isOver);
        if (taken.failure != null) {
            throw taken.failure;
        }
        if (!over) {
            throw new IOException(lock + " is held and kept fresh by another");
        }
        return taken;
    }

    private boolean isOver() {
        try {
            Files.createDirectory(lock, PrivateFolder.MODE);
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
            if (held.plus(stale).isBefore(clock.instant())) {
                Files.deleteIfExists(lock);
            }
            return false;
        } catch (IOException goneMeanwhile) {
            return false;
        }
    }

    @Override
    public void keepFresh() throws IOException {
        Files.setLastModifiedTime(lock, FileTime.from(clock.instant()));
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(lock);
    }
}
