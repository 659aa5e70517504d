package dev.olp.run;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.bubblewrap.CliLayout;
import dev.olp.isolation.bubblewrap.Profile;
import dev.olp.isolation.process.QuickIdentity;
import dev.olp.isolation.selftest.Inputs;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of ours of the CLIs, so that what was proven is what runs, whatever becomes of the file that it was made from.
 * Each is named after that file as it was: {@code <folder>/<16 hex>/<its name>}. A script is used where it is, since it is
 * not whole without its package; and so is any CLI where the children's user could not get to our copy.
 */
public final class CliCopies {
    private static final Logger log = LoggerFactory.getLogger(CliCopies.class);
    private static final int NAME_LENGTH = 16;
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx--x--x");
    private static final Set<PosixFilePermission> PROGRAM = PosixFilePermissions.fromString("r-xr-xr-x");

    private final Path folder;
    private final Predicate<Path> reachable;

    /**
     * Names the place.
     *
     * @param folder of one CLI; made with the folder above it when it is needed
     * @param reachable whether children get to what lies in a folder
     */
    public CliCopies(Path folder, Predicate<Path> reachable) {
        this.folder = folder;
        this.reachable = reachable;
    }

    /** The copy, made if need be; the file itself where there is to be none, or none can be made. */
    Path of(Path located) {
        try {
            CliLayout layout = CliLayout.of(located);
            return layout.profile() == Profile.BARE && isReachable() ? copyOf(layout.binary()) : located;
        } catch (SandboxException | IOException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("binary", located)
                    .log(
                            "a CLI cannot be copied and is used where it is: an update of it takes effect unproven at once");
            return located;
        }
    }

    private boolean isReachable() throws IOException {
        Path above = folder.toAbsolutePath().getParent();
        for (Path each : above == null ? new Path[] {folder} : new Path[] {above, folder}) {
            if (Files.notExists(each, LinkOption.NOFOLLOW_LINKS)) {
                make(each);
            }
        }
        return reachable.test(folder);
    }

    /** Others see it with its permissions or not at all: several providers begin at once. */
    private static void make(Path wanted) throws IOException {
        Path making = Files.createTempDirectory(wanted.getParent(), ".new-");
        try {
            Files.setPosixFilePermissions(making, FOLDER);
            Files.move(making, wanted, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException failed) {
            if (!Files.isDirectory(wanted, LinkOption.NOFOLLOW_LINKS)) {
                throw failed;
            }
        } finally {
            Files.deleteIfExists(making);
        }
    }

    private Path copyOf(Path real) throws IOException {
        String identity = QuickIdentity.of(real);
        Path place = folder.resolve(name(identity));
        Path copy = place.resolve(String.valueOf(real.getFileName()));
        if (Files.isExecutable(copy) && Files.size(copy) == Files.size(real)) {
            return copy;
        }
        Path making = Files.createTempDirectory(folder, ".new-");
        try {
            Files.setPosixFilePermissions(making, FOLDER);
            Path made = making.resolve(String.valueOf(real.getFileName()));
            Files.copy(real, made);
            Files.setPosixFilePermissions(made, PROGRAM);
            if (!QuickIdentity.of(real).equals(identity)) {
                throw new IOException(real + " changed while it was copied");
            }
            remove(place);
            Files.move(making, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException madeMeanwhile) {
            return copy;
        } finally {
            remove(making);
        }
        return copy;
    }

    /** Removes all copies but these; what runs from another goes on. */
    void keepOnly(Path... used) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path each : all) {
                if (Arrays.stream(used).noneMatch(path -> path.startsWith(each))) {
                    remove(each);
                }
            }
        } catch (IOException e) {
            log.atWarn().setCause(e).log("an old copy of a CLI cannot be removed");
        }
    }

    /** Whether this is a copy, and not a file of somebody else's. */
    boolean holds(Path binary) {
        return binary.startsWith(folder);
    }

    private static void remove(Path place) throws IOException {
        if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(place);
    }

    private static String name(String identity) {
        String digest = Inputs.digest(List.of(identity));
        return digest.substring(digest.indexOf(':') + 1).substring(0, NAME_LENGTH);
    }
}
