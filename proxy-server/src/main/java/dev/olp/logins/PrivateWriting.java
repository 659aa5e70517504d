package dev.olp.logins;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** Files that only we can read, replaced whole or not at all. */
final class PrivateWriting {
    static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateWriting() {}

    /**
     * Writes beside it, to disk, then renames over it; mode 0600.
     *
     * @param real links resolved, or the link would be replaced
     */
    static void replace(Path real, byte[] content) throws IOException {
        Path folder = Objects.requireNonNull(real.toAbsolutePath().getParent());
        Path fresh = Files.createTempFile(folder, ".olp-", ".tmp", FILE);
        try {
            try (FileChannel out = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
                ByteBuffer left = ByteBuffer.wrap(content);
                while (left.hasRemaining()) {
                    out.write(left);
                }
                out.force(true);
            }
            Files.move(fresh, real, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
        try (FileChannel entry = FileChannel.open(folder, StandardOpenOption.READ)) {
            entry.force(true);
        }
    }

    /** Makes the folders down to it, each 0700; those that are there stay as they are. */
    static void makeFolder(Path folder) throws IOException {
        Files.createDirectories(folder, FOLDER);
    }
}
