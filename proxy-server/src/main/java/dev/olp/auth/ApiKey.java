package dev.olp.auth;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key as stored; the token itself is not.
 *
 * @param id stable, survives rotation
 * @param name {@code [A-Za-z0-9 ._-]{1,64}}
 * @param expiresAt null for never
 * @param revokedAt null while valid
 * @param lastUsedAt null when never used
 */
public record ApiKey(
        String id,
        String name,
        Tier tier,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable Instant lastUsedAt) {
    /** Whether it admits at that moment. */
    public boolean isActive(Instant now) {
        return revokedAt == null && !hasExpired(now);
    }

    /** Whether its time was over by that moment; it ends exactly at {@code expiresAt}. */
    public boolean hasExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }
}
