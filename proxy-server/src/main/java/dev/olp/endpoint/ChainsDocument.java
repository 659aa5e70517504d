package dev.olp.endpoint;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyStore;
import dev.olp.auth.Scope;
import dev.olp.endpoint.Obstacles.Obstacle;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.Chain;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.routing.RoutePlanner;
import dev.olp.routing.Sparing;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /v0/management/chains}: {@code {chains: [{model, provider, configured, hops[{provider, model, account, enabled}]}]}}; with {@code
 * ?model=}, and {@code &key=} for a key other than one without bounds, the one chain as it would be gone through now:
 * {@code {asked, model, configured, hops[{provider, model, account, usable, turn, obstacles[{code, message, until}], spared{code, message, until}}], next}}. {@code turn} counts from 1 those that would be tried.
 */
final class ChainsDocument implements OwnerEndpoint.Document {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ModelRegistry registry;
    private final RoutePlanner planner;
    private final KeyStore keys;
    private final Sparing sparing;
    private final Obstacles obstacles;

    ChainsDocument(ModelRegistry registry, RoutePlanner planner, KeyStore keys, Sparing sparing, Obstacles obstacles) {
        this.registry = registry;
        this.planner = planner;
        this.keys = keys;
        this.sparing = sparing;
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
            chain.hops().forEach(hop -> hop(hops.addObject(), hop).put("enabled", obstacles.isEnabled(hop.provider())));
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
        List<Hop> all = planner.withLogins(chain.hops(), scope, key);
        Sparing.Order order = sparing.order(all.stream()
                .filter(hop -> planner.unusable(hop, scope).isEmpty())
                .toList());
        Map<Hop, List<Obstacle>> found = new LinkedHashMap<>();
        all.forEach(hop -> found.put(hop, obstacles.of(hop, id(hop), scope)));
        List<Hop> turns = order.hops().stream()
                .filter(hop -> found.getOrDefault(hop, List.of()).isEmpty())
                .toList();
        found.forEach((hop, against) -> {
            boolean usable = turns.contains(hop);
            ObjectNode node = hop(hops.addObject(), hop).put("usable", usable);
            node.put("turn", usable ? turns.indexOf(hop) + 1 : null);
            ArrayNode listed = node.putArray("obstacles");
            against.forEach(each -> tell(listed.addObject(), each));
            Skip spared = order.spared().get(hop);
            if (spared == null) {
                node.putNull("spared");
            } else {
                tell(node.putObject("spared"), Obstacle.of(spared));
            }
        });
        if (turns.isEmpty()) {
            document.putNull("next");
        } else {
            hop(document.putObject("next"), turns.getFirst());
        }
        return document;
    }

    private static ObjectNode hop(ObjectNode node, Hop hop) {
        return node.put("provider", hop.provider()).put("model", hop.model()).put("account", hop.account());
    }

    private static void tell(ObjectNode node, Obstacle obstacle) {
        node.put("code", obstacle.code()).put("message", obstacle.message()).put("until", Json.text(obstacle.until()));
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
