package dev.olp.isolation.home;

import dev.olp.isolation.process.Waiting;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Removes a folder that a hostile process filled, and may still be filling. Every step is relative to an open
 * directory, so that no symlink is ever walked and a folder renamed or swapped meanwhile loses; what lies deeper than
 * {@link #DEEPEST} is moved up first, so that neither stack nor open files depend on what the process made.
 */
final class FolderRemoval {
    private static final Duration CAP = Duration.ofSeconds(10);
    private static final int DEEPEST = 32;

    private final SecureDirectoryStream<Path> parent;
    private final Path parentPath;
    private final Path name;
    private int moved;

    private FolderRemoval(SecureDirectoryStream<Path> parent, Path parentPath, Path name) {
        this.parent = parent;
        this.parentPath = parentPath;
        this.name = name;
    }

    /** Opens a folder for {@link #remove}; its own path must be trusted. */
    @SuppressWarnings("StreamResourceLeak") // the caller's to close
    static SecureDirectoryStream<Path> open(Path folder) throws IOException {
        return secure(Files.newDirectoryStream(folder));
    }

    /** Opens a folder inside an open one; a symlink is refused. */
    static SecureDirectoryStream<Path> open(SecureDirectoryStream<Path> parent, Path name) throws IOException {
        return secure(parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Removes {@code parent/name} with all that is in it, trying again while something still writes there.
     *
     * @param parentPath where the parent lies, for messages and for folders that their owner made unreadable
     * @throws IOException when something is left after ten seconds; the message names it
     */
    static void remove(SecureDirectoryStream<Path> parent, Path parentPath, Path name) throws IOException {
        FolderRemoval removal = new FolderRemoval(parent, parentPath, name);
        AtomicReference<@Nullable IOException> last = new AtomicReference<>();
        if (!Waiting.until(CAP, () -> removal.attempt(last))) {
            throw new IOException("cannot remove " + parentPath.resolve(name), last.get());
        }
    }

    private boolean attempt(AtomicReference<@Nullable IOException> last) {
        try {
            if (!isFolder(parent, name)) {
                parent.deleteFile(name); // something else was put in its place
                return true;
            }
            int before;
            do {
                before = moved;
                pass();
            } while (moved > before);
            parent.deleteDirectory(name);
            return true;
        } catch (NoSuchFileException e) {
            return true;
        } catch (DirectoryIteratorException e) {
            last.set(e.getCause());
        } catch (IOException e) {
            last.set(e);
        }
        return false;
    }

    private void pass() throws IOException {
        try (SecureDirectoryStream<Path> top = openMine(parent, parentPath, name)) {
            empty(top, parentPath.resolve(name), top, 1);
        }
    }

    private void empty(SecureDirectoryStream<Path> folder, Path path, SecureDirectoryStream<Path> top, int depth)
            throws IOException {
        for (Path entry : folder) {
            Path child = entry.getFileName();
            try {
                folder.deleteFile(child); // one call for the many files; a folder is refused by the kernel
            } catch (NoSuchFileException gone) {
                // so it is as we want it
            } catch (FileSystemException folderMaybe) {
                if (!isFolder(folder, child)) {
                    throw folderMaybe;
                }
                removeFolder(folder, path, child, top, depth);
            }
        }
    }

    private void removeFolder(
            SecureDirectoryStream<Path> folder, Path path, Path child, SecureDirectoryStream<Path> top, int depth)
            throws IOException {
        if (depth >= DEEPEST) {
            folder.move(child, top, Path.of("moved-up-" + moved++));
            return;
        }
        try (SecureDirectoryStream<Path> inner = openMine(folder, path, child)) {
            empty(inner, path.resolve(child), top, depth + 1);
        }
        try {
            folder.deleteDirectory(child);
        } catch (NoSuchFileException | DirectoryNotEmptyException nextPass) {
            // the final removal of the top folder tells whether anything is left
        }
    }

    /** Opens a folder and takes back the right to empty it. */
    private static SecureDirectoryStream<Path> openMine(SecureDirectoryStream<Path> parent, Path parentPath, Path name)
            throws IOException {
        SecureDirectoryStream<Path> folder;
        try {
            folder = open(parent, name);
        } catch (AccessDeniedException unreadable) {
            // only a path can be used here, and only one whose link is followed: the JDK opens it otherwise. It was a
            // folder a moment ago, and every process of the run is dead by now, so nobody swaps it
            if (!isFolder(parent, name)) {
                throw unreadable;
            }
            Files.setPosixFilePermissions(parentPath.resolve(name), PosixFilePermissions.fromString("rwx------"));
            folder = open(parent, name);
        }
        try {
            folder.getFileAttributeView(PosixFileAttributeView.class)
                    .setPermissions(PosixFilePermissions.fromString("rwx------"));
            return folder;
        } catch (IOException e) {
            folder.close();
            throw e;
        }
    }

    private static boolean isFolder(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes()
                .isDirectory();
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("the file system has no openat(2) (expected: a Linux file system)");
    }
}
