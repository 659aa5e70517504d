package dev.olp.endpoint;

import dev.olp.auth.ApiKey;
import dev.olp.auth.Caller;
import dev.olp.auth.KeyStore;
import dev.olp.limits.Limiter;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code GET /v0/management/usage}: {@code {usage: […]}}, of each key that is not revoked what it is told by {@code /v1/usage}. */
final class UsageDocument implements OwnerEndpoint.Document {
    private final KeyStore keys;
    private final Limiter limiter;

    UsageDocument(KeyStore keys, Limiter limiter) {
        this.keys = keys;
        this.limiter = limiter;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) {
        ObjectNode document = JsonMapper.shared().createObjectNode();
        ArrayNode all = document.putArray("usage");
        for (ApiKey key : keys.list()) {
            if (key.revokedAt() == null) {
                Caller caller = new Caller(key.id(), key.name(), key.tier());
                all.add(UsageBody.of(caller, limiter.standing(caller)));
            }
        }
        return document;
    }
}
