package dev.olp.isolation.home;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.process.ProcessIdentity;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * This server's folder under the spawn root. Its file {@code lock} stays locked while the server lives, however it dies;
 * {@code owner} tells which process that is, because a process that opens and closes its own lock file loses the lock.
 */
final class Instance implements AutoCloseable {
    static final Path LOCK = Path.of("lock");
    static final Path OWNER = Path.of("owner");

    /** Names that the sweep looks at; a leading dot marks one in the making, whose lock is not taken yet. */
    static final String NAME = "\\.?[0-9a-f]{8}";

    private static final int NAME_BYTES = 4;

    private final SecureDirectoryStream<Path> root;
    private final Path rootPath;
    private final Path path;
    private final SecureDirectoryStream<Path> folder;
    private final FileChannel lock;
    private final boolean passable;

    private Instance(Path rootPath, Path path, FileChannel lock, boolean passable) throws IOException {
        this.rootPath = rootPath;
        this.path = path;
        this.root = FolderRemoval.open(rootPath);
        this.folder = FolderRemoval.open(path);
        this.lock = lock;
        this.passable = passable;
    }

    /**
     * Makes a new one. It gets its lasting name only once it is locked, so that no sweep can take it for a dead one.
     *
     * @param passable whether children are another user, who must get to his run's sockets
     */
    static Instance create(Path spawnRoot, RandomGenerator random, boolean passable) throws SandboxException {
        byte[] bytes = new byte[NAME_BYTES];
        random.nextBytes(bytes);
        String name = HexFormat.of().formatHex(bytes);
        Path unborn = spawnRoot.resolve("." + name);
        Path path = spawnRoot.resolve(name);
        try {
            RunFolder.makeFolder(unborn, passable);
            RunFolder.write(
                    unborn.resolve(OWNER), ProcessIdentity.self().toString().getBytes(StandardCharsets.US_ASCII));
            FileChannel lock = FileChannel.open(
                    unborn.resolve(LOCK),
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    RunFolder.PRIVATE_FILE);
            if (lock.tryLock() == null) {
                lock.close();
                throw new SandboxException("somebody else locked " + unborn);
            }
            Files.move(unborn, path, StandardCopyOption.ATOMIC_MOVE);
            return new Instance(spawnRoot, path, lock, passable);
        } catch (IOException e) {
            throw new SandboxException("cannot make this server's folder under " + spawnRoot, e);
        }
    }

    /** Makes the folder of a run. */
    RunFolder add(String name) throws SandboxException {
        try {
            return RunFolder.create(path.resolve(name), passable);
        } catch (IOException e) {
            throw new SandboxException("cannot make a home under " + path, e);
        }
    }

    /** Removes the folder of a run. */
    void remove(String name) throws IOException {
        FolderRemoval.remove(folder, path, Path.of(name));
    }

    Path path() {
        return path;
    }

    /** Removes the folder and gives the lock back, in this order. */
    @Override
    public void close() throws IOException {
        try (root;
                folder;
                lock) {
            FolderRemoval.remove(root, rootPath, rootPath.relativize(path));
        }
    }
}
