package dev.olp.auth;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key as stored; the token itself is not, unless it is advertised.
 *
 * @param id stable, survives rotation
 * @param revokedAt null while valid
 * @param lastUsedAt null when never used
 * @param rotatedAt when its token was last replaced; null for never
 * @param graceEndsAt until when the token before that one is good too; null where there is none
 * @param advertisedToken the readable token of an advertised key; null for every other
 * @param erasedAt when the person's data was removed from it; null while it is there
 */
public record ApiKey(
        String id,
        KeyTerms terms,
        Tier tier,
        Instant createdAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt,
        @Nullable Instant rotatedAt,
        @Nullable Instant graceEndsAt,
        @Nullable String advertisedToken,
        @Nullable Instant erasedAt) {
    /** A key that was just made. */
    public static ApiKey fresh(String id, KeyTerms terms, Tier tier, Instant now, @Nullable String advertisedToken) {
        return new ApiKey(id, terms, tier, now, null, null, null, null, advertisedToken, null);
    }

    public String name() {
        return terms.name();
    }

    /** Null for never. */
    public @Nullable Instant expiresAt() {
        return terms.expiresAt();
    }

    public Scope scope() {
        return terms.scope();
    }

    /** Whether it admits at that moment. */
    public boolean isActive(Instant now) {
        return revokedAt == null && !hasExpired(now);
    }

    /** Whether its time was over by that moment; it ends exactly at {@code expiresAt}. */
    public boolean hasExpired(Instant now) {
        Instant end = expiresAt();
        return end != null && !now.isBefore(end);
    }

    @Override
    public String toString() {
        return "ApiKey[" + id + ", " + tier + "]";
    }
}
