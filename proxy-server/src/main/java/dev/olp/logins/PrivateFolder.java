package dev.olp.logins;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Folders that only we can look into. */
final class PrivateFolder {
    static final FileAttribute<Set<PosixFilePermission>> MODE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private PrivateFolder() {}

    /** Makes the folders down to it, each 0700; those that are there stay as they are. */
    static void make(Path folder) throws IOException {
        Files.createDirectories(folder, MODE);
    }
}
