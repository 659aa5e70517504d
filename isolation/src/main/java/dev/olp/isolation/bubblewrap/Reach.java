package dev.olp.isolation.bubblewrap;

import dev.olp.isolation.SandboxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;

/** Whether a user who owns nothing gets to a file of the host: what root's children are. */
final class Reach {
    private Reach() {}

    /** @throws SandboxException naming the folder that bars the way */
    static void check(Path file) throws SandboxException {
        try {
            Path real = file.toRealPath();
            for (Path above = real; above != null; above = above.getParent()) {
                var mode = Files.getPosixFilePermissions(above);
                if (!mode.contains(PosixFilePermission.OTHERS_EXECUTE)
                        || (above.equals(real) && !mode.contains(PosixFilePermission.OTHERS_READ))) {
                    throw new SandboxException(file + " cannot be started by the service user: " + above + " is "
                            + PosixFilePermissions.toString(mode)
                            + " (expected: open to all, since a server that is root starts nothing as root)");
                }
            }
        } catch (IOException e) {
            throw new SandboxException(file + " cannot be read: " + e, e);
        }
    }
}
