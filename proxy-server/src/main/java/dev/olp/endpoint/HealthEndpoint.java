package dev.olp.endpoint;

import dev.olp.audit.AuditHealth;
import dev.olp.auth.Gate;
import dev.olp.auth.Tier;
import dev.olp.http.ClientGone;
import dev.olp.http.InboundRequest;
import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseSink;
import dev.olp.logins.LoginSource;
import dev.olp.run.CliInventory;
import dev.olp.run.ProbedBinary;
import dev.olp.run.ProviderRuntime;
import dev.olp.store.StoreException;
import dev.olp.wire.ApiException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code GET /health}: ok and version for anyone, the advertised key for those without one where there is
 * one, every detail for the owner. What is not known is said to be unknown; a
 * login is not called valid because it is there.
 */
final class HealthEndpoint implements RequestHandler {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Gate gate;
    private final String version;
    private final Map<String, ProviderRuntime> providers;
    private final LoginStates logins;
    private final LoginSource loginSource;
    private final SandboxHealth sandbox;
    private final Supplier<Optional<String>> anonymousKey;
    private final Supplier<AuditHealth> audit;
    private final LongSupplier leaks;

    /** @param anonymousKey the token that whoever has none is told; empty for none */
    HealthEndpoint(
            Gate gate,
            String version,
            Map<String, ProviderRuntime> providers,
            LoginStates logins,
            LoginSource loginSource,
            SandboxHealth sandbox,
            Supplier<Optional<String>> anonymousKey,
            Supplier<AuditHealth> audit,
            LongSupplier leaks) {
        this.gate = gate;
        this.version = version;
        this.providers = new TreeMap<>(providers);
        this.logins = logins;
        this.loginSource = loginSource;
        this.sandbox = sandbox;
        this.anonymousKey = anonymousKey;
        this.audit = audit;
        this.leaks = leaks;
    }

    @Override
    public void handle(InboundRequest request, ResponseSink sink) throws ClientGone {
        ObjectNode root = JSON.createObjectNode();
        root.put("ok", true).put("version", version);
        Optional<Tier> tier = tier(request);
        if (tier.equals(Optional.of(Tier.ANONYMOUS))) {
            anonymousKey.get().ifPresent(token -> root.put("anonymousKey", token));
        }
        if (tier.equals(Optional.of(Tier.OWNER))) {
            ObjectNode all = root.putObject("providers");
            providers.forEach((id, runtime) -> describe(all.putObject(id), id, runtime));
            sandbox.describe(root.putObject("sandbox"), providers);
            describe(root.putObject("audit"), audit.get());
            root.put("leaks", leaks.getAsLong());
        }
        Json.reply(sink, JSON.writeValueAsBytes(root));
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

    private void describe(ObjectNode node, String id, ProviderRuntime runtime) {
        CliInventory inventory = runtime.inventory();
        Optional<ProbedBinary> known = sandbox.serving(id).or(inventory::known);
        boolean located = inventory.located().isPresent();
        node.put("ok", located);
        node.put("state", known.isPresent() ? "ready" : located ? "not_probed" : "missing");
        node.put("binary", inventory.located().map(Object::toString).orElse(null));
        node.put("version", known.map(ProbedBinary::version).orElse(null));
        node.put("tested", known.map(ProbedBinary::tested).orElse(null));
        LoginHealth.describe(node, logins.state(id), loginSource.state(id, "default"));
        node.put("active", runtime.slots().active());
        node.put("queued", runtime.slots().queued());
    }
}
