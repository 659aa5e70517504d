package dev.olp.endpoint;

import dev.olp.audit.AuditHealth;
import dev.olp.auth.Gate;
import dev.olp.auth.Tier;
import dev.olp.http.ClientGone;
import dev.olp.http.InboundRequest;
import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseSink;
import dev.olp.management.Reload;
import dev.olp.run.ProviderRuntime;
import dev.olp.store.StoreException;
import dev.olp.wire.ApiException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /health}: ok and version for anyone, the advertised key for those without one where there is
 * one, every detail for the owner.
 */
final class HealthEndpoint implements RequestHandler {
    private final Gate gate;
    private final String version;
    private final Map<String, ProviderRuntime> providers;
    private final ProviderHealth health;
    private final SandboxHealth sandbox;
    private final Supplier<Optional<String>> anonymousKey;
    private final Supplier<AuditHealth> audit;
    private final LongSupplier leaks;
    private final Supplier<Reload.State> config;
    private final ClockHealth clock;

    /** @param anonymousKey the token that whoever has none is told; empty for none */
    HealthEndpoint(
            Gate gate,
            String version,
            Map<String, ProviderRuntime> providers,
            ProviderHealth health,
            SandboxHealth sandbox,
            Supplier<Optional<String>> anonymousKey,
            Supplier<AuditHealth> audit,
            LongSupplier leaks,
            Supplier<Reload.State> config,
            ClockHealth clock) {
        this.gate = gate;
        this.version = version;
        this.providers = new TreeMap<>(providers);
        this.health = health;
        this.sandbox = sandbox;
        this.anonymousKey = anonymousKey;
        this.audit = audit;
        this.leaks = leaks;
        this.config = config;
        this.clock = clock;
    }

    @Override
    public void handle(InboundRequest request, ResponseSink sink) throws ClientGone {
        Optional<Tier> tier = tier(request);
        if (tier.equals(Optional.of(Tier.OWNER))) {
            Json.reply(sink, 200, detailed());
            return;
        }
        ObjectNode root = told();
        if (tier.equals(Optional.of(Tier.ANONYMOUS))) {
            anonymousKey.get().ifPresent(token -> root.put("anonymousKey", token));
        }
        Json.reply(sink, 200, root);
    }

    /** What the owner sees. */
    ObjectNode detailed() {
        ObjectNode root = told();
        ObjectNode all = root.putObject("providers");
        providers.forEach((id, runtime) -> health.describe(all.putObject(id), runtime));
        sandbox.describe(root.putObject("sandbox"), providers);
        describe(root.putObject("audit"), audit.get());
        describe(root.putObject("config"), config.get());
        clock.describe(root.putObject("clock"));
        return root.put("leaks", leaks.getAsLong());
    }

    private ObjectNode told() {
        return JsonMapper.shared().createObjectNode().put("ok", true).put("version", version);
    }

    /** Whoever is not let in sees what anyone sees; this page is also for those who lost their key. */
    private Optional<Tier> tier(InboundRequest request) {
        try {
            return Optional.of(gate.admit(request).caller().tier());
        } catch (ApiException | StoreException e) {
            return Optional.empty();
        }
    }

    private static void describe(ObjectNode node, AuditHealth health) {
        node.put("ok", health.failing() == null);
        node.put("failing", health.failing());
        node.put("lost_rows", health.lost());
        node.put("waiting_rows", health.waiting());
        node.put("failed_writes", health.failedWrites());
    }

    private static void describe(ObjectNode node, Reload.State state) {
        Instant refused = state.refusedAt();
        node.put("ok", refused == null);
        node.put("loaded_at", state.loadedAt().toString());
        node.put("refused_at", Json.text(refused));
        ArrayNode problems = node.putArray("problems");
        state.problems().forEach(problems::add);
    }
}
