package dev.olp.endpoint;

import dev.olp.endpoint.Endpoints.Parts;
import dev.olp.endpoint.OwnerEndpoint.Document;
import dev.olp.http.RequestHandler;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** The management API but for the keys, wired. */
final class ManagementDocuments {
    private ManagementDocuments() {}

    /** All but the audit log and a reload are answered during a drain too. */
    static Map<ManagementRoute, RequestHandler> handlers(
            Parts parts, Ledgers ledgers, PlanReports plans, ProviderHealth health, HealthEndpoint healthEndpoint) {
        Operations operations = parts.operations();
        Map<ManagementRoute, RequestHandler> all = new EnumMap<>(ManagementRoute.class);
        documents(parts, plans, health, healthEndpoint)
                .forEach((route, document) -> all.put(
                        route,
                        Audited.evenDraining(ledgers, parts.active(), new OwnerEndpoint(parts.gate(), document))));
        all.put(
                ManagementRoute.AUDIT,
                new Audited(
                        ledgers,
                        parts.active(),
                        new OwnerEndpoint(
                                parts.gate(), new AuditDocument(parts.audit().log()))));
        all.put(
                ManagementRoute.DRAIN,
                Audited.evenDraining(
                        ledgers,
                        parts.active(),
                        new DrainEndpoint(parts.gate(), parts.active(), operations.drainTimeout(), operations.stop())));
        all.put(
                ManagementRoute.RELOAD,
                new Audited(ledgers, parts.active(), new ReloadEndpoint(parts.gate(), operations.reload())));
        return all;
    }

    private static Map<ManagementRoute, Document> documents(
            Parts parts, PlanReports plans, ProviderHealth health, HealthEndpoint healthEndpoint) {
        ServerState state = parts.state();
        Operations operations = parts.operations();
        QuotaDocument quota = new QuotaDocument(plans, parts.clock());
        Supplier<ObjectNode> cache = () -> CacheDocuments.stats(parts.cache(), parts.flights());
        return Map.ofEntries(
                Map.entry(ManagementRoute.QUOTA, quota),
                Map.entry(
                        ManagementRoute.DASHBOARD,
                        new DashboardDocument(quota, new Trends(parts.audit().log()), cache, parts.clock())),
                Map.entry(
                        ManagementRoute.STATUS,
                        new StatusDocument(
                                parts.version(),
                                state.startedAt(),
                                () -> parts.ticker().getAsLong() - state.startedNanos(),
                                state.active(),
                                state.tally(),
                                parts.providers(),
                                health,
                                cache)),
                Map.entry(ManagementRoute.HEALTH, parameters -> healthEndpoint.detailed()),
                Map.entry(
                        ManagementRoute.PROVIDERS,
                        new ProvidersDocument(parts.providers(), operations.accounts(), health)),
                Map.entry(
                        ManagementRoute.CHAINS,
                        new ChainsDocument(
                                parts.registry(),
                                parts.planner(),
                                operations.keys(),
                                parts.sparing(),
                                new Obstacles(
                                        parts.providers(),
                                        operations.proofs(),
                                        parts.logins(),
                                        parts.sandbox().posture(),
                                        parts.guard()))),
                Map.entry(
                        ManagementRoute.CONFIG,
                        parameters -> operations.config().get()),
                Map.entry(ManagementRoute.USAGE, new UsageDocument(operations.keys(), parts.limiter())),
                Map.entry(ManagementRoute.OPENAPI, new OpenApiDocument(parts.version())));
    }
}
