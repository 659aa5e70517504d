package dev.olp.management;

import dev.olp.auth.ApiKey;
import dev.olp.auth.Scope;
import dev.olp.isolation.contract.DeploymentTier;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A key as its owner sees it: never a token or a hash.
 *
 * <pre>
 * {id, name, tier: owner|guest, state: valid|expired|revoked|erased, created_at, expires_at?, revoked_at?, last_used_at?,
 *  rotated_at?, grace_ends_at?, providers: [..]?, models: [..]?, accounts: {provider: account}, min_tier?, notes?,
 *  advertised: true|false}
 * </pre>
 *
 * Times are ISO 8601 in UTC; what is marked ? may be null, and is always there. A null list stands for all.
 */
final class KeyDocument {
    private KeyDocument() {}

    static ObjectNode of(ApiKey key, Instant now) {
        Scope scope = key.scope();
        ObjectNode document = JsonMapper.shared().createObjectNode();
        document.put("id", key.id())
                .put("name", key.name())
                .put("tier", key.tier().name().toLowerCase(Locale.ROOT))
                .put("state", state(key, now))
                .put("created_at", KeysApi.text(key.createdAt()))
                .put("expires_at", KeysApi.text(key.expiresAt()))
                .put("revoked_at", KeysApi.text(key.revokedAt()))
                .put("last_used_at", KeysApi.text(key.lastUsedAt()))
                .put("rotated_at", KeysApi.text(key.rotatedAt()))
                .put("grace_ends_at", KeysApi.text(grace(key, now)));
        putNames(document, "providers", scope.providers());
        putNames(document, "models", scope.models());
        ObjectNode accounts = document.putObject("accounts");
        new TreeMap<>(scope.accounts()).forEach(accounts::put);
        return document.put(
                        "min_tier",
                        scope.insistsOn().map(DeploymentTier::declared).orElse(null))
                .put("notes", key.terms().notes())
                .put("advertised", key.advertisedToken() != null);
    }

    static void putNames(ObjectNode document, String field, @Nullable Collection<String> names) {
        if (names == null) {
            document.putNull(field);
        } else {
            ArrayNode array = document.putArray(field);
            names.forEach(array::add);
        }
    }

    private static String state(ApiKey key, Instant now) {
        if (key.erasedAt() != null) {
            return "erased";
        }
        if (key.revokedAt() != null) {
            return "revoked";
        }
        return key.hasExpired(now) ? "expired" : "valid";
    }

    private static @Nullable Instant grace(ApiKey key, Instant now) {
        Instant end = key.graceEndsAt();
        return end != null && now.isBefore(end) && key.isActive(now) ? end : null;
    }
}
