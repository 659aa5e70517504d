package dev.olp.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What stands for content that is not kept. */
public final class Sha256 {
    private Sha256() {}

    /** Of nothing yet; for one thread. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** Of the UTF-8 bytes, 32 bytes. */
    public static byte[] of(String text) {
        return digest().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** 64 lower-case digits. */
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /** The same of the UTF-8 bytes. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text));
    }
}
