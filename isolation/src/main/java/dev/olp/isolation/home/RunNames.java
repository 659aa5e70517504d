package dev.olp.isolation.home;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Names of run folders: an HMAC of the tenant, so that an operator can tell tenants apart without a client's string ever
 * becoming a path, and a random part, so that no name can be foreseen.
 */
final class RunNames {
    private static final int TENANT_BYTES = 5;
    private static final int RANDOM_BYTES = 8;
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec secret;
    private final RandomGenerator random;

    RunNames(byte[] secret, RandomGenerator random) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
        this.random = random;
    }

    /** Ten hex digits of the tenant, a dash, sixteen at random. */
    String next(String tenant) {
        byte[] suffix = new byte[RANDOM_BYTES];
        random.nextBytes(suffix);
        return tag(tenant) + "-" + HexFormat.of().formatHex(suffix);
    }

    private String tag(String tenant) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            byte[] hash = mac.doFinal(tenant.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, TENANT_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
