package dev.olp.store.sqlite;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Signs what the audit database says of itself, with a key that is not in it: HMAC-SHA-256 over canonical fields. */
public final class AuditSeals {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** @param key 32 bytes, secret */
    public AuditSeals(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** @param purpose so that a seal of one kind is none of another */
    byte[] seal(String purpose, @Nullable Object... fields) {
        CanonicalFields canonical = new CanonicalFields().add(purpose);
        for (Object field : fields) {
            canonical.add(field);
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(canonical.drain());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has " + ALGORITHM, e);
        }
    }

    boolean isSeal(byte @Nullable [] seal, String purpose, @Nullable Object... fields) {
        return seal != null && MessageDigest.isEqual(seal, seal(purpose, fields));
    }
}
