package dev.olp.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whose files are whose. */
final class OwnFiles {
    private OwnFiles() {}

    /** Whether the file belongs to the user that this process runs as; links are followed. */
    static boolean isOurs(Path file) throws IOException {
        return user(file) == user(Path.of("/proc/self"));
    }

    static boolean isRoots(Path file) throws IOException {
        return user(file) == 0;
    }

    private static int user(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid");
    }
}
