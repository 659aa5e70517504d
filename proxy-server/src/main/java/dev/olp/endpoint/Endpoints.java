package dev.olp.endpoint;

import dev.olp.auth.Gate;
import dev.olp.auth.Invitations;
import dev.olp.auth.Tier;
import dev.olp.cache.AnswerCache;
import dev.olp.cache.Flights;
import dev.olp.cache.Recall;
import dev.olp.http.RequestHandler;
import dev.olp.limits.Limiter;
import dev.olp.logins.LoginSource;
import dev.olp.management.KeysApi;
import dev.olp.metrics.Metrics;
import dev.olp.provider.Provider;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.HopGuard;
import dev.olp.routing.RoutePlanner;
import dev.olp.routing.Sparing;
import dev.olp.routing.pauses.Pauses;
import dev.olp.run.Engine;
import dev.olp.run.PromptCaches;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.ToolService;
import dev.olp.warm.SpareCounts;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** All endpoints, wired. */
public final class Endpoints {
    private static final ApiError NO_COMPACTION = ApiError.of(
            404,
            "unsupported_endpoint",
            "Only the vendor can compact a conversation; ask for a summary by /v1/responses, and go on with that.");

    private Endpoints() {}

    /**
     * What the endpoints are made of.
     *
     * @param version of OLP
     * @param metricsOnLoopback whether who asks for the metrics from this machine needs no key
     * @param seesFallbackDetail which tiers get {@code X-OLP-Fallback-Detail}
     * @param anonymousKey the token that whoever has none is told; empty for none
     * @param keepsSampled whether answers of a request that is not made to be repeatable are kept too
     * @param spares how the processes do that are started ahead
     * @param guard what is known against a hop, as the engine asks it
     * @param sparing the order in which the engine tries hops
     * @param state what is remembered from request to request
     * @param operations what the management API needs besides
     * @param answerIds fresh ids, of letters and digits
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
            Recall recall,
            AnswerCache cache,
            Flights flights,
            boolean keepsSampled,
            Engine engine,
            Supplier<Map<String, SpareCounts>> spares,
            SandboxHealth sandbox,
            LoginSource logins,
            HopGuard guard,
            Sparing sparing,
            Pauses pauses,
            Map<String, ProviderRuntime> providers,
            ServerState state,
            Operations operations,
            Metrics metrics,
            boolean metricsOnLoopback,
            UnsupportedParameters unsupportedParameters,
            Predicate<Tier> seesFallbackDetail,
            Supplier<String> answerIds,
            Heartbeats heartbeats,
            Clock clock,
            LongSupplier ticker) {
        ActiveRequests active() {
            return state.active();
        }
    }

    /** The handler for the door. */
    public static RequestHandler router(Parts parts) {
        Costs costs = new Costs(parts.registry());
        Ledgers ledgers = new Ledgers(
                parts.audit(), parts.state().tally(), parts.seesFallbackDetail(), costs, parts.clock(), parts.ticker());
        LoginStates logins = parts.state().logins();
        PlanReports plans = new PlanReports(
                parts.providers(),
                parts.operations().accounts(),
                parts.logins(),
                parts.state().quota());
        ProviderHealth health =
                new ProviderHealth(logins, parts.logins(), parts.sandbox(), plans, parts.spares(), parts.pauses());
        HealthEndpoint healthEndpoint = new HealthEndpoint(
                parts.gate(),
                parts.version(),
                parts.providers(),
                health,
                parts.sandbox(),
                parts.anonymousKey(),
                parts.audit().log()::health,
                parts.state().leaks()::sum,
                parts.operations().reload()::state,
                new ClockHealth(
                        parts.state().startedAt(), parts.state().startedNanos(), parts.clock(), parts.ticker()));
        ResponsesDialect responses = new ResponsesDialect(
                parts.unsupportedParameters(), parts.state().responses(), parts.answerIds(), parts.clock());
        Routes.Handlers handlers = new Routes.Handlers(
                audited(
                        parts,
                        ledgers,
                        chat(
                                parts,
                                costs,
                                logins,
                                new ChatDialect(parts.unsupportedParameters(), parts.answerIds(), parts.clock()))),
                audited(
                        parts,
                        ledgers,
                        chat(
                                parts,
                                costs,
                                logins,
                                new MessagesDialect(parts.unsupportedParameters(), parts.answerIds()))),
                audited(
                        parts,
                        ledgers,
                        CountTokensEndpoint.ofMessages(parts.gate(), parts.planner(), parts.unsupportedParameters())),
                audited(parts, ledgers, chat(parts, costs, logins, responses)),
                audited(
                        parts,
                        ledgers,
                        new KeptResponseEndpoint(parts.gate(), parts.state().responses())),
                audited(parts, ledgers, CountTokensEndpoint.ofResponses(parts.gate(), parts.planner(), responses)),
                audited(parts, ledgers, call -> {
                    throw new ApiException(NO_COMPACTION);
                }),
                audited(
                        parts,
                        ledgers,
                        new ModelsEndpoint(
                                parts.gate(),
                                parts.registry(),
                                parts.providers().keySet())),
                audited(parts, ledgers, new UsageEndpoint(parts.gate(), parts.limiter())),
                healthEndpoint,
                CacheDocuments.stats(parts, ledgers),
                CacheDocuments.clearing(parts, ledgers),
                new MetricsEndpoint(parts.gate(), parts.metrics(), parts.metricsOnLoopback()),
                StatusEndpoints.live(),
                StatusEndpoints.ready(parts.active()),
                StatusEndpoints.hello(),
                new InviteEndpoint(parts.invitations()),
                audited(parts, ledgers, new ManagementEndpoint(parts.gate(), parts.keys())),
                ManagementDocuments.handlers(parts, ledgers, plans, health, healthEndpoint));
        return new Router(
                Routes.table(handlers),
                refusal -> audited(parts, ledgers, call -> {
                    throw refusal;
                }));
    }

    private static Audited audited(Parts parts, Ledgers ledgers, Audited.Work work) {
        return new Audited(ledgers, parts.active(), work);
    }

    private static Audited.Work chat(Parts parts, Costs costs, LoginStates logins, Dialect dialect) {
        Map<String, Provider> adapters = new HashMap<>();
        parts.providers().forEach((id, runtime) -> adapters.put(id, runtime.provider()));
        return new ChatEndpoint(
                parts.gate(),
                new Allowances(parts.limiter(), costs, parts.metrics()::refusedBy),
                dialect,
                parts.planner(),
                new ToolRoutes(
                        parts.providers(),
                        new ToolService(parts.operations().proofs(), parts.ticker()),
                        parts.unsupportedParameters()),
                parts.promptCaches(),
                parts.recall(),
                parts.keepsSampled(),
                parts.engine(),
                new Answers(adapters, dialect, parts.heartbeats(), parts.ticker()),
                logins,
                adapters,
                parts.clock());
    }
}
