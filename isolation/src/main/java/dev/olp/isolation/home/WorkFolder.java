package dev.olp.isolation.home;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The empty folder that every child works in. It is one for all runs, because a CLI may name its working directory to the
 * model: a name of the run's own would break the provider's prompt cache and tell something of the machine. Nobody is to
 * write in it (0500); what a child that may all the same left there is removed before the next run.
 */
final class WorkFolder {
    private static final Logger log = LoggerFactory.getLogger(WorkFolder.class);
    private static final Path NAME = Path.of("work");
    private static final Set<PosixFilePermission> CLOSED = PosixFilePermissions.fromString("r-x------");
    private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rwx------");

    private final Path spawnRoot;

    private WorkFolder(Path spawnRoot) {
        this.spawnRoot = spawnRoot;
    }

    /** Makes it if need be, and checks it. */
    static WorkFolder of(Path spawnRoot) throws SandboxException {
        WorkFolder work = new WorkFolder(spawnRoot);
        try {
            Files.createDirectory(work.path(), PosixFilePermissions.asFileAttribute(CLOSED));
        } catch (FileAlreadyExistsException before) {
            // an earlier server's, or another's that runs beside us; checked like a new one
        } catch (IOException e) {
            throw new SandboxException("cannot make " + work.path(), e);
        }
        work.ensureEmpty();
        return work;
    }

    Path path() {
        return pathIn(spawnRoot);
    }

    static Path pathIn(Path spawnRoot) {
        return spawnRoot.resolve(NAME);
    }

    /** @throws SandboxException when it is no real folder, or cannot be emptied */
    void ensureEmpty() throws SandboxException {
        try (SecureDirectoryStream<Path> root = FolderRemoval.open(spawnRoot);
                SecureDirectoryStream<Path> folder = FolderRemoval.open(root, NAME)) {
            PosixFileAttributeView mode = folder.getFileAttributeView(PosixFileAttributeView.class);
            List<Path> found = new ArrayList<>();
            folder.forEach(entry -> found.add(entry.getFileName()));
            if (!found.isEmpty()) {
                log.atWarn().addKeyValue("entries", found.size()).log("a child wrote in its working directory");
                mode.setPermissions(OPEN);
                for (Path entry : found) {
                    FolderRemoval.remove(folder, path(), entry);
                }
            }
            if (!mode.readAttributes().permissions().equals(CLOSED)) {
                mode.setPermissions(CLOSED);
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new SandboxException(path() + " cannot be used as the working directory: " + e, e);
        }
    }
}
