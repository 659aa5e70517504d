package dev.olp.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** OLP's own version, as the build wrote it. */
public final class Version {
    private Version() {}

    /** For example {@code 0.1.0}. */
    public static String current() {
        try (InputStream in = Version.class.getResourceAsStream("/dev/olp/app/version.txt")) {
            if (in == null) {
                throw new IllegalStateException("the build wrote no version.txt");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
