package dev.olp.isolation.home;

import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.posix.Signal;
import dev.olp.isolation.process.ProcessIdentity;
import dev.olp.isolation.process.ProcessStat;
import dev.olp.isolation.process.SandboxRemains;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clears away what servers left that died without cleaning up: an instance whose lock is free has no server. What is left
 * of its runs' processes is {@link RunRemains}'s to tell.
 */
public final class Reaper {
    private static final Logger log = LoggerFactory.getLogger(Reaper.class);

    /** Identities and what bubblewrap tells; both fit. */
    private static final int RECORD_BYTES = 1024;

    private static final long INIT = 1;

    /** How old an instance without its lasting name must be: its server is making it, or died doing so. */
    private static final Duration UNBORN = Duration.ofHours(1);

    private final Path spawnRoot;
    private final Posix posix;
    private final InstantSource clock;

    public Reaper(Path spawnRoot, Posix posix, InstantSource clock) {
        this.spawnRoot = spawnRoot;
        this.posix = posix;
        this.clock = clock;
    }

    /**
     * What a sweep did.
     *
     * @param runs homes removed
     * @param processes orphans killed
     */
    public record Swept(int runs, int processes) {
        Swept plus(Swept other) {
            return new Swept(runs + other.runs, processes + other.processes);
        }
    }

    /** Looks at every instance once. What cannot be removed is logged, and tried again at the next sweep. */
    public Swept sweep() {
        Swept swept = new Swept(0, 0);
        try (SecureDirectoryStream<Path> root = FolderRemoval.open(spawnRoot)) {
            for (Path entry : root) {
                Path name = entry.getFileName();
                if (name.toString().matches(Instance.NAME)) {
                    swept = swept.plus(sweepInstance(root, name));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            log.atWarn().setCause(e).log("the spawn root could not be swept");
        }
        swept = swept.plus(new Swept(0, killStrays()));
        if (swept.runs > 0 || swept.processes > 0) {
            log.atInfo()
                    .addKeyValue("runs", swept.runs)
                    .addKeyValue("processes", swept.processes)
                    .log("cleared away what a dead server left");
        }
        return swept;
    }

    /**
     * Sandboxes of an instance whose very folder is gone, as a session's runtime folder goes with its last login. No lock
     * tells then whether its server lives; but the living one would be their parent, and not init.
     */
    private int killStrays() {
        if (ProcessHandle.current().pid() == INIT) {
            return 0;
        }
        int killed = 0;
        for (Map.Entry<ProcessStat, Path> stray :
                SandboxRemains.holders(spawnRoot).entrySet()) {
            Path instance = spawnRoot.relativize(stray.getValue()).getName(0);
            if (stray.getKey().parent() == INIT
                    && instance.toString().matches(Instance.NAME)
                    && Files.notExists(spawnRoot.resolve(instance))) {
                killed += posix.kill(stray.getKey().pid(), Signal.KILL) ? 1 : 0;
            }
        }
        return killed;
    }

    private Swept sweepInstance(SecureDirectoryStream<Path> root, Path name) {
        try {
            BasicFileAttributes facts = root.getFileAttributeView(
                            name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
            boolean young =
                    facts.lastModifiedTime().toInstant().isAfter(clock.instant().minus(UNBORN));
            if (!facts.isDirectory() || (name.toString().startsWith(".") && young)) {
                return new Swept(0, 0);
            }
            try (SecureDirectoryStream<Path> instance = FolderRemoval.open(root, name)) {
                return isOurs(instance) ? new Swept(0, 0) : sweepIfDead(root, name, instance);
            }
        } catch (NoSuchFileException gone) { // its server, or another's sweep, was faster
            return new Swept(0, 0);
        } catch (IOException | DirectoryIteratorException e) {
            log.atWarn().setCause(e).addKeyValue("instance", name).log("a dead server's folder could not be removed");
            return new Swept(0, 0);
        }
    }

    /** Our own lock file must not even be opened: closing it would give the lock away. */
    private static boolean isOurs(SecureDirectoryStream<Path> instance) throws IOException {
        return read(instance, Instance.OWNER)
                .flatMap(ProcessIdentity::parse)
                .filter(ProcessIdentity.self()::equals)
                .isPresent();
    }

    private Swept sweepIfDead(SecureDirectoryStream<Path> root, Path name, SecureDirectoryStream<Path> instance)
            throws IOException {
        try (SeekableByteChannel opened = instance.newByteChannel(
                        Instance.LOCK, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
                FileLock lock = opened instanceof FileChannel channel ? channel.tryLock() : null) {
            return lock == null ? new Swept(0, 0) : sweepDead(root, name, instance);
        } catch (OverlappingFileLockException another) { // a sweep of this very process
            return new Swept(0, 0);
        } catch (NoSuchFileException neverLockedOrHalfRemoved) {
            return sweepDead(root, name, instance);
        }
    }

    private Swept sweepDead(SecureDirectoryStream<Path> root, Path name, SecureDirectoryStream<Path> instance)
            throws IOException {
        Path path = spawnRoot.resolve(name);
        Swept swept = new Swept(0, 0);
        List<Path> runs = new ArrayList<>();
        for (Path entry : instance) {
            if (!entry.getFileName().equals(Instance.LOCK)
                    && !entry.getFileName().equals(Instance.OWNER)) {
                runs.add(entry.getFileName());
            }
        }
        for (Path run : runs) {
            int killed = killRun(instance, path, run);
            FolderRemoval.remove(instance, path, run);
            swept = swept.plus(new Swept(1, killed));
        }
        FolderRemoval.remove(root, spawnRoot, name);
        return swept;
    }

    private int killRun(SecureDirectoryStream<Path> instance, Path path, Path run) throws IOException {
        Optional<ProcessIdentity> child;
        String status;
        try (SecureDirectoryStream<Path> folder = FolderRemoval.open(instance, run)) {
            child = read(folder, RunFolder.CHILD).flatMap(ProcessIdentity::parse);
            status = read(folder, RunFolder.STATUS).orElse("");
        }
        return RunRemains.of(posix, path.resolve(run), WorkFolder.pathIn(spawnRoot), child, status)
                .kill();
    }

    /** A short file's text; empty when there is none, or something else in its place. */
    private static Optional<String> read(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        try {
            if (!folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes()
                    .isRegularFile()) { // opening a FIFO would wait for ever
                return Optional.empty();
            }
            try (SeekableByteChannel in =
                    folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
                ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
                int count = in.read(record);
                return Optional.of(new String(record.array(), 0, Math.max(0, count), StandardCharsets.ISO_8859_1));
            }
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
