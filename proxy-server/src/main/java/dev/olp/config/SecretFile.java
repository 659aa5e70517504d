package dev.olp.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A file with one secret in it, which nobody else may read. */
final class SecretFile {
    private SecretFile() {}

    /**
     * What is in it, without the space around it; null when it is refused.
     *
     * @param longest bytes, the end of the line not counted
     * @param refused told what was expected instead
     */
    static @Nullable String read(Path file, int longest, Consumer<String> refused) {
        try {
            String objection = objection(file, longest);
            if (objection == null) {
                return Files.readString(file).strip();
            }
            refused.accept(objection);
        } catch (IOException failure) {
            refused.accept("a file that can be read: " + failure.getClass().getSimpleName());
        }
        return null;
    }

    private static @Nullable String objection(Path file, int longest) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "a path of a file";
        }
        if (!OwnFiles.isOurs(file) && !OwnFiles.isRoots(file)) {
            return "a file of the user that runs OLP, or of root";
        }
        String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        if (!mode.endsWith("------")) {
            return "a file that nobody else can read: chmod 600 (it is " + mode + ")";
        }
        return Files.size(file) > longest + 2L
                ? "a file with nothing but the secret, " + longest + " bytes at most"
                : null;
    }
}
