package dev.olp.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads the files of {@code server.tls}, and says what is wrong with one by the setting's path. */
final class PemFiles {
    private static final int MOST_BYTES = 256 * 1024;

    private PemFiles() {}

    static byte[] bytes(String setting, Path file) throws IOException, ConfigException {
        if (!Files.isRegularFile(file) && Files.exists(file)) {
            throw refusal(setting, file, "a file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw refusal(setting, file, "a PEM file of at most " + MOST_BYTES + " bytes");
            }
            return bytes;
        }
    }

    static ConfigException unreadable(String setting, Path file, IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return refusal(setting, file, "a file that exists");
        }
        if (failure instanceof AccessDeniedException) {
            return refusal(
                    setting, file, "a file that the user who runs OLP can read, in folders that this user may enter");
        }
        return refusal(setting, file, "a file that can be read: " + failure);
    }

    static ConfigException refusal(String setting, Path file, String expected) {
        return new ConfigException(List.of(new Problem(setting, file.toString(), expected, null)));
    }
}
