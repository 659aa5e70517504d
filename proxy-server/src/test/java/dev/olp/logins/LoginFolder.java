package dev.olp.logins;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;

/** Writes logins as the CLIs do. */
final class LoginFolder {
    private LoginFolder() {}

    /** {@code .credentials.json} of claude in the folder, mode 0600. */
    static Path claude(Path folder, String name, Instant expiresAt) throws IOException {
        return write(
                folder,
                ".credentials.json",
                "{\"claudeAiOauth\":{\"accessToken\":\"access-%1$s\",\"refreshToken\":\"refresh-%1$s\",\"expiresAt\":%2$d,\"scopes\":[\"user:inference\"],\"added\":1},\"other\":{\"kept\":true}}"
                        .formatted(name, expiresAt.toEpochMilli()));
    }

    /** Replaces the file by rename, mode 0600; makes its folder, mode 0700. */
    static Path write(Path folder, String file, String content) throws IOException {
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path fresh = Files.createTempFile(
                folder, "", "", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, content, StandardCharsets.UTF_8);
        return Files.move(fresh, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    }
}
