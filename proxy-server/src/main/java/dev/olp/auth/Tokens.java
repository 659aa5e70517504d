package dev.olp.auth;

import dev.olp.wire.Sha256;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Makes and hashes tokens. A token is {@code olp_} and 43 base64url characters, 32 random bytes. */
public final class Tokens {
    public static final String PREFIX = "olp_";

    private static final int TOKEN_BYTES = 32;
    private static final int ID_BYTES = 8;

    private final SecureRandom random;

    public Tokens(SecureRandom random) {
        this.random = random;
    }

    /** A new token. Show it once, keep {@link #hash} of it. */
    public String create() {
        return PREFIX + createCode();
    }

    /** A new code for a one-time link: 43 base64url characters, 32 random bytes. */
    public String createCode() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(randomBytes(TOKEN_BYTES));
    }

    /** A new key's id: {@code key_} and 16 hex digits. */
    public String createKeyId() {
        return "key_" + HexFormat.of().formatHex(randomBytes(ID_BYTES));
    }

    /** SHA-256 of the whole token's UTF-8 bytes. Without salt, which 256 random bits do not need. */
    public static byte[] hash(String token) {
        return Sha256.of(token);
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
