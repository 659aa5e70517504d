package dev.olp.isolation.selftest;

import dev.olp.isolation.process.QuickIdentity;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** What a verdict depends on, in one digest that takes milliseconds: a file counts by its quick identity. */
public final class Inputs {
    private Inputs() {}

    /** @param launcher what decides how sandboxes are made */
    static String digest(List<String> launcher, Path probe) {
        List<String> inputs = new ArrayList<>(launcher);
        inputs.add(QuickIdentity.of(probe));
        inputs.add(System.getProperty("os.version")); // the kernel's release
        return digest(inputs);
    }

    /** {@code sha256:} and the digest of these texts in their order. */
    public static String digest(List<String> inputs) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\0", inputs).getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
