package dev.olp.endpoint;

import dev.olp.auth.Gate;
import dev.olp.auth.Invitations;
import dev.olp.auth.Tier;
import dev.olp.endpoint.Router.Route;
import dev.olp.http.RequestHandler;
import dev.olp.limits.Limiter;
import dev.olp.logins.LoginSource;
import dev.olp.management.KeysApi;
import dev.olp.metrics.Metrics;
import dev.olp.provider.Provider;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.RoutePlanner;
import dev.olp.run.PromptCaches;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.RunEngine;
import dev.olp.wire.UnsupportedParameters;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** All endpoints, wired. */
public final class Endpoints {
    private Endpoints() {}

    /**
     * What the endpoints are made of.
     *
     * @param version of OLP
     * @param metricsOnLoopback whether who asks for the metrics from this machine needs no key
     * @param seesFallbackDetail which tiers get {@code X-OLP-Fallback-Detail}
     * @param anonymousKey the token that whoever has none is told; empty for none
     * @param completionIds fresh {@code chatcmpl-…} ids
     */
    public record Parts(
            String version,
            Gate gate,
            Limiter limiter,
            AuditTerms audit,
            KeysApi keys,
            Invitations invitations,
            Supplier<Optional<String>> anonymousKey,
            ModelRegistry registry,
            RoutePlanner planner,
            PromptCaches promptCaches,
            RunEngine engine,
            SandboxHealth sandbox,
            LoginSource logins,
            Map<String, ProviderRuntime> providers,
            ActiveRequests active,
            Metrics metrics,
            boolean metricsOnLoopback,
            UnsupportedParameters unsupportedParameters,
            Predicate<Tier> seesFallbackDetail,
            Supplier<String> completionIds,
            Heartbeats heartbeats,
            Clock clock,
            LongSupplier ticker) {}

    /** The handler for the door. */
    public static RequestHandler router(Parts parts) {
        Map<String, Provider> adapters = new HashMap<>();
        parts.providers().forEach((id, runtime) -> adapters.put(id, runtime.provider()));
        LoginStates logins = new LoginStates(parts.clock());
        Costs costs = new Costs(parts.registry());
        Ledgers ledgers = new Ledgers(parts.audit(), parts.seesFallbackDetail(), costs, parts.clock(), parts.ticker());
        Answers answers =
                new Answers(adapters, parts.completionIds(), parts.heartbeats(), parts.clock(), parts.ticker());
        RequestHandler chat = new Audited(
                ledgers,
                parts.active(),
                new ChatCompletionsEndpoint(
                        parts.gate(),
                        new Allowances(parts.limiter(), costs),
                        parts.unsupportedParameters(),
                        parts.planner(),
                        parts.promptCaches(),
                        parts.engine(),
                        answers,
                        logins,
                        adapters,
                        parts.clock()));
        RequestHandler models = new Audited(
                ledgers,
                parts.active(),
                new ModelsEndpoint(
                        parts.gate(), parts.registry(), parts.providers().keySet()));
        RequestHandler usage = new Audited(ledgers, parts.active(), new UsageEndpoint(parts.gate(), parts.limiter()));
        RequestHandler health = new HealthEndpoint(
                parts.gate(),
                parts.version(),
                parts.providers(),
                logins,
                parts.logins(),
                parts.sandbox(),
                parts.anonymousKey(),
                parts.audit().log()::health,
                parts.engine()::leaks);
        RequestHandler keys = new Audited(ledgers, parts.active(), new ManagementEndpoint(parts.gate(), parts.keys()));
        RequestHandler audit = new Audited(
                ledgers,
                parts.active(),
                new AuditEndpoint(parts.gate(), parts.audit().log()));
        RequestHandler invite = new InviteEndpoint(parts.invitations());
        return new Router(
                List.of(
                        new Route("GET", InviteEndpoint.PREFIX + "*", invite),
                        new Route("POST", InviteEndpoint.PREFIX + "*", invite),
                        new Route("GET", ManagementEndpoint.KEYS, keys),
                        new Route("POST", ManagementEndpoint.KEYS, keys),
                        new Route("GET", ManagementEndpoint.KEYS + "/*", keys),
                        new Route("POST", ManagementEndpoint.KEYS + "/*", keys),
                        new Route("PATCH", ManagementEndpoint.KEYS + "/*", keys),
                        new Route("DELETE", ManagementEndpoint.KEYS + "/*", keys),
                        new Route("GET", AuditEndpoint.PATH, audit),
                        new Route("POST", "/v1/chat/completions", chat),
                        new Route("GET", "/v1/models", models),
                        new Route("GET", "/v1/models/*", models),
                        new Route("GET", "/v1/usage", usage),
                        new Route("GET", "/health", health),
                        new Route(
                                "GET",
                                "/metrics",
                                new MetricsEndpoint(parts.gate(), parts.metrics(), parts.metricsOnLoopback())),
                        new Route("GET", "/livez", StatusEndpoints.live()),
                        new Route("GET", "/readyz", StatusEndpoints.ready(parts.active())),
                        new Route("GET", "/api/hello", StatusEndpoints.hello()),
                        new Route("GET", "/", StatusEndpoints.hello())),
                refusal -> new Audited(ledgers, parts.active(), call -> {
                    throw refusal;
                }));
    }
}
