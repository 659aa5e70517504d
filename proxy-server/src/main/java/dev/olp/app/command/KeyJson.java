package dev.olp.app.command;

import dev.olp.auth.ApiKey;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A key as the command line shows it. */
final class KeyJson {
    private KeyJson() {}

    static Map<String, @Nullable Object> of(ApiKey key, Instant now) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("id", key.id());
        map.put("name", key.name());
        map.put("tier", tier(key));
        map.put("state", state(key, now));
        map.put("created_at", text(key.createdAt()));
        map.put("expires_at", text(key.expiresAt()));
        map.put("revoked_at", text(key.revokedAt()));
        map.put("last_used_at", text(key.lastUsedAt()));
        return map;
    }

    static String tier(ApiKey key) {
        return key.tier().name().toLowerCase(Locale.ROOT);
    }

    static String state(ApiKey key, Instant now) {
        if (key.revokedAt() != null) {
            return "revoked";
        }
        return key.hasExpired(now) ? "expired" : "valid";
    }

    private static @Nullable String text(@Nullable Instant at) {
        return at == null ? null : at.toString();
    }
}
