package dev.olp.isolation.home;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.contract.HomeFile;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.process.ProcessIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * One run's folder: {@code home} and {@code tmp} (both 0700) unless its child has them elsewhere, what the launch needs, and
 * the identity of the child.
 */
public final class RunFolder {
    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    /** For a server that is root: its children are another user, who must reach what is named to him and list nothing. */
    static final Set<PosixFilePermission> PASSABLE = PosixFilePermissions.fromString("rwx--x--x");

    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** Holds the child's {@link ProcessIdentity}, for the sweep after a server that died. */
    static final Path CHILD = Path.of("child");

    /** What bubblewrap tells of its sandbox, where the child has one; likewise. */
    public static final Path STATUS = Path.of("status");

    /** Where the run's sockets are made; short, because a socket's path must be. */
    private static final Path SOCKETS = Path.of("s");

    private final Path path;

    private RunFolder(Path path) {
        this.path = path;
    }

    /**
     * Makes the folder, which must be new. Nobody else knows its name yet, so plain paths are safe here.
     *
     * @param passable whether another user must get to its sockets
     */
    static RunFolder create(Path path, boolean passable) throws IOException {
        makeFolder(path, passable);
        makeFolder(path.resolve(SOCKETS), passable);
        return new RunFolder(path);
    }

    /** Makes a new folder that only we can list. */
    static void makeFolder(Path path, boolean passable) throws IOException {
        Files.createDirectory(path, PRIVATE_FOLDER);
        if (passable) {
            Files.setPosixFilePermissions(path, PASSABLE);
        }
    }

    /** Makes home and temp in it. */
    static void makeHome(Path path) throws IOException {
        for (String inner : List.of("home", "tmp")) {
            Files.createDirectory(path.resolve(inner), PRIVATE_FOLDER);
        }
    }

    /** The paths of the run in that folder; {@code work} is the {@link WorkFolder} of all. */
    static HomePaths paths(Path path, Path work) {
        return new HomePaths(
                path.resolve("home").toString(), path.resolve("tmp").toString(), work.toString());
    }

    Path path() {
        return path;
    }

    /** Where the sockets are of the run in that folder. */
    public static Path sockets(Path path) {
        return path.resolve(SOCKETS);
    }

    /** Makes what the launch plan wants in the home, before a child could interfere. */
    static void fill(Path path, List<String> directories, List<HomeFile> files) throws SandboxException {
        Path home = path.resolve("home");
        for (String directory : directories) {
            makeFolders(home, RelativePath.of(directory));
        }
        for (HomeFile file : files) {
            Path relative = RelativePath.of(file.path());
            if (relative.getParent() != null) {
                makeFolders(home, relative.getParent());
            }
            write(home.resolve(relative), file.content());
        }
    }

    void record(ProcessIdentity child) throws SandboxException {
        write(path.resolve(CHILD), child.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static void makeFolders(Path home, Path relative) throws SandboxException {
        try {
            Path at = home;
            for (Path name : relative) {
                at = at.resolve(name);
                if (!Files.isDirectory(at)) {
                    Files.createDirectory(at, PRIVATE_FOLDER);
                }
            }
        } catch (IOException e) {
            throw new SandboxException("cannot make the folder " + relative + " in a home", e);
        }
    }

    /** Writes a new file that only we can read. */
    public static void write(Path file, byte[] content) throws SandboxException {
        try (FileChannel out =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), PRIVATE_FILE)) {
            ByteBuffer left = ByteBuffer.wrap(content);
            while (left.hasRemaining()) {
                out.write(left);
            }
        } catch (IOException e) {
            throw new SandboxException("cannot write " + file.getFileName() + " for a run", e);
        }
    }
}
