package dev.olp.endpoint;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyStore;
import dev.olp.auth.Scope;
import dev.olp.endpoint.Obstacles.Obstacle;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.Chain;
import dev.olp.routing.Hop;
import dev.olp.routing.RoutePlanner;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /v0/management/chains}: {@code {chains: [{model, provider, configured, hops[{provider, model, account, enabled}]}]}}; with {@code
 * ?model=}, and {@code &key=} for a key other than one without bounds, the one chain as it would be gone through now:
 * {@code {asked, model, configured, hops[{provider, model, account, usable, obstacles[{code, message, until}]}], next}}.
 */
final class ChainsDocument implements OwnerEndpoint.Document {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ModelRegistry registry;
    private final RoutePlanner planner;
    private final KeyStore keys;
    private final Obstacles obstacles;

    ChainsDocument(ModelRegistry registry, RoutePlanner planner, KeyStore keys, Obstacles obstacles) {
        this.registry = registry;
        this.planner = planner;
        this.keys = keys;
        this.obstacles = obstacles;
    }

    @Override
    public ObjectNode of(Map<String, String> parameters) throws ApiException {
        QueryParameters.refuseOthers(parameters, Set.of("model", "key"));
        String asked = parameters.get("model");
        if (asked != null) {
            String key = parameters.get("key");
            return key == null ? explained(asked, Scope.EVERYTHING, "") : explained(asked, known(key));
        }
        if (parameters.containsKey("key")) {
            throw new ApiException(ApiError.badValue("model", "A key is looked at together with a model."));
        }
        ObjectNode document = JSON.createObjectNode();
        ArrayNode all = document.putArray("chains");
        for (ModelEntry model : registry.models()) {
            Chain chain = planner.chain(model);
            ArrayNode hops = chain(all.addObject().put("provider", model.provider()), model, chain);
            chain.hops()
                    .forEach(hop -> hops.addObject()
                            .put("provider", hop.provider())
                            .put("model", hop.model())
                            .put("account", hop.account())
                            .put("enabled", obstacles.isEnabled(hop.provider())));
        }
        return document;
    }

    private ObjectNode explained(String asked, ApiKey key) throws ApiException {
        return explained(asked, key.scope(), key.id());
    }

    private ObjectNode explained(String asked, Scope scope, String key) throws ApiException {
        ModelEntry model = registry.resolve(asked).orElseThrow(() -> unknown(asked));
        Chain chain = planner.chain(model);
        ObjectNode document = JSON.createObjectNode().put("asked", asked);
        ArrayNode hops = chain(document, model, chain);
        ObjectNode next = null;
        for (Hop hop : planner.withLogins(chain.hops(), scope, key)) {
            List<Obstacle> found = obstacles.of(hop, id(hop), scope);
            ObjectNode node = hops.addObject()
                    .put("provider", hop.provider())
                    .put("model", hop.model())
                    .put("account", hop.account());
            if (next == null && found.isEmpty()) {
                next = node.deepCopy();
            }
            ArrayNode listed = node.put("usable", found.isEmpty()).putArray("obstacles");
            found.forEach(each -> listed.addObject()
                    .put("code", each.code())
                    .put("message", each.message())
                    .put("until", Json.text(each.until())));
        }
        document.set("next", next);
        return document;
    }

    private static ArrayNode chain(ObjectNode node, ModelEntry model, Chain chain) {
        return node.put("model", model.id())
                .put("configured", chain.configured())
                .putArray("hops");
    }

    private String id(Hop hop) {
        return registry.resolve(hop.model()).map(ModelEntry::id).orElse(hop.model());
    }

    private ApiKey known(String key) throws ApiException {
        return keys.find(key)
                .orElseThrow(() -> new ApiException(
                        ApiError.of(404, "key_not_found", "There is no valid key of that id or name.")));
    }

    private ApiException unknown(String asked) {
        List<String> near = registry.nearest(asked);
        return new ApiException(ApiError.of(
                404,
                "model_not_found",
                "There is no such model here."
                        + (near.isEmpty() ? "" : " Did you mean " + String.join(", ", near) + "?")));
    }
}
