package dev.olp.endpoint;

import dev.olp.endpoint.Endpoints.Parts;
import dev.olp.endpoint.OwnerEndpoint.Document;
import dev.olp.http.RequestHandler;
import java.util.Map;
import java.util.TreeMap;

/** The management API but for the keys, wired. */
final class ManagementDocuments {
    private ManagementDocuments() {}

    /** By method and name, such as {@code GET status}. All but the audit log are answered during a drain too. */
    static Map<String, RequestHandler> handlers(
            Parts parts, Ledgers ledgers, ProviderHealth health, HealthEndpoint healthEndpoint) {
        Operations operations = parts.operations();
        Map<String, RequestHandler> all = new TreeMap<>();
        documents(parts, health, healthEndpoint)
                .forEach((name, document) -> all.put(
                        "GET " + name,
                        Audited.evenDraining(ledgers, parts.active(), new OwnerEndpoint(parts.gate(), document))));
        all.put(
                "GET audit",
                new Audited(
                        ledgers,
                        parts.active(),
                        new OwnerEndpoint(
                                parts.gate(), new AuditDocument(parts.audit().log()))));
        all.put(
                "POST drain",
                Audited.evenDraining(
                        ledgers,
                        parts.active(),
                        new DrainEndpoint(parts.gate(), parts.active(), operations.drainTimeout(), operations.stop())));
        all.put(
                "POST reload",
                new Audited(ledgers, parts.active(), new ReloadEndpoint(parts.gate(), operations.reload())));
        return all;
    }

    private static Map<String, Document> documents(
            Parts parts, ProviderHealth health, HealthEndpoint healthEndpoint) {
        ServerState state = parts.state();
        Operations operations = parts.operations();
        return Map.of(
                "status",
                new StatusDocument(
                        parts.version(),
                        state.startedAt(),
                        () -> parts.ticker().getAsLong() - state.startedNanos(),
                        state.active(),
                        state.tally(),
                        parts.providers(),
                        health),
                "health",
                parameters -> healthEndpoint.detailed(),
                "providers",
                new ProvidersDocument(parts.providers(), health),
                "chains",
                new ChainsDocument(
                        parts.registry(),
                        parts.planner(),
                        operations.keys(),
                        new Obstacles(parts.providers(), operations.proofs(), parts.logins())),
                "config",
                parameters -> operations.config().get(),
                "usage",
                new UsageDocument(operations.keys(), parts.limiter()));
    }
}
