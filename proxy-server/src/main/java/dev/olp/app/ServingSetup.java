package dev.olp.app;

import dev.olp.auth.Gate;
import dev.olp.auth.GateRules;
import dev.olp.auth.Invitations;
import dev.olp.auth.Tenants;
import dev.olp.auth.Tokens;
import dev.olp.config.ConfigPrinter;
import dev.olp.config.IsolationSettings.UpstreamCache;
import dev.olp.config.LoadedConfig;
import dev.olp.config.OlpConfig;
import dev.olp.config.RequestSettings.Unsupported;
import dev.olp.config.StartChecks;
import dev.olp.endpoint.Endpoints;
import dev.olp.endpoint.Heartbeats;
import dev.olp.endpoint.Operations;
import dev.olp.endpoint.SandboxHealth;
import dev.olp.logins.KnownAccounts;
import dev.olp.logins.LoginPlaces;
import dev.olp.management.AccountNames;
import dev.olp.management.KeysApi;
import dev.olp.management.Reload;
import dev.olp.quota.SoftTriggers;
import dev.olp.routing.HopGuard;
import dev.olp.routing.HopOutcomes;
import dev.olp.routing.Sparing;
import dev.olp.run.PromptCaches;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.RememberingEngine;
import dev.olp.run.RunCloser;
import dev.olp.run.RunEngine;
import dev.olp.run.SparingEngine;
import dev.olp.store.sqlite.SqliteKeyStore;
import dev.olp.wire.UnsupportedParameters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes of a configuration what serves by it. */
final class ServingSetup {
    private static final Logger log = LoggerFactory.getLogger(ServingSetup.class);

    private ServingSetup() {}

    /**
     * Makes it; changes nothing of what serves now.
     *
     * @param before what serves now; empty at the start
     * @throws StartException when the configuration asks for what cannot be
     */
    static Serving make(Installation olp, LoadedConfig loaded, Optional<Serving> before, Reload reload)
            throws StartException {
        OlpConfig config = loaded.config();
        LoginSetup.check(config, before.map(Serving::config), olp.environment());
        Clock clock = olp.clock();
        LoginPlaces places = new LoginPlaces(olp.environment(), olp.home().logins());
        AccountNames accounts = provider -> KnownAccounts.of(provider, config, places);
        SqliteKeyStore keys = olp.stores().keys();
        GateRules rules = new GateRules(
                loaded.ownerToken().map(token -> Tokens.hash(token.value())),
                Optional.of(Tokens.hash(olp.commandToken())),
                config.auth().allowAnonymous(),
                Set.copyOf(config.auth().anonymousProviders()),
                Set.copyOf(config.server().corsOrigins()));
        Tenants tenants = new Tenants(keys, rules, clock);
        Map<String, ProviderRuntime> providers = olp.providers().runtimes(config, before);
        PlanProbes.check(providers, config.providers());
        HopGuard guard = olp.pauses();
        Sparing sparing = new Sparing(
                new SoftTriggers(config.routing().softTriggers(), olp.state().quota(), clock));
        RunEngine engine = new RunEngine(
                providers,
                olp.confinement(),
                olp.proofs(),
                olp.logins(),
                olp.state().quota(),
                olp.secret()::turnLabel,
                guard,
                HopOutcomes.all(
                        (hop, fault) -> AlertWatch.met(olp.alerts(), hop, fault, clock.instant()),
                        QuotaSetup.outcomes(olp.state().quota()),
                        olp.pauses()),
                new RunCloser(olp.state().leaks()),
                olp.spares(),
                olp.ticker(),
                clock);
        Endpoints.Parts parts = new Endpoints.Parts(
                Version.current(),
                new Gate(keys, rules, olp.failedAttempts(), clock),
                FromConfig.limiter(config, olp.stores().usage(), clock),
                AuditSetup.terms(
                        config,
                        olp.stores().audit(),
                        olp.metrics(),
                        olp.spans(),
                        olp.secret(),
                        olp.confinement().walls().posture()),
                new KeysApi(
                        keys,
                        olp.stores().keyLimits(),
                        olp.registry(),
                        accounts,
                        olp.tokens(),
                        id -> {
                            olp.stores().audit().erase(id);
                            olp.cache().forget(id);
                            olp.state().responses().forgetAll(id);
                        },
                        clock),
                new Invitations(keys, olp.tokens(), clock),
                anonymousKey(config, keys, clock),
                olp.registry(),
                FromConfig.planner(
                        olp.registry(),
                        config,
                        providers,
                        new AccountLoads(
                                providers, olp.logins(), guard, olp.state().quota()),
                        olp.lastAccounts()),
                new PromptCaches(
                        tenant -> config.isolation().upstreamCache() == UpstreamCache.PER_KEY
                                && tenants.hasOthers(tenant),
                        olp.secret()::cacheLabel),
                CacheSetup.recall(olp, config, providers, sparing),
                olp.cache(),
                olp.flights(),
                config.cache().sampled(),
                new SparingEngine(new RememberingEngine(engine, olp.lastAccounts()), sparing),
                olp.spares()::counts,
                new SandboxHealth(olp.confinement().walls().posture(), olp.selfTest(), olp.proofs()),
                olp.logins(),
                guard,
                sparing,
                olp.pauses(),
                providers,
                olp.state(),
                new Operations(
                        keys,
                        accounts,
                        olp.proofs(),
                        () -> ConfigPrinter.document(loaded),
                        reload,
                        Duration.ofMillis(config.server().drainTimeoutMs()),
                        () -> olp.stopAsked().complete(null)),
                olp.metrics(),
                config.metrics().loopback(),
                config.requests().unsupportedParameters() == Unsupported.REJECT
                        ? UnsupportedParameters.REJECT
                        : UnsupportedParameters.WARN,
                tier -> FromConfig.seesFallbackDetail(config, tier),
                () -> olp.uuids().generate().toString().replace("-", ""),
                new Heartbeats(
                        Duration.ofMillis(config.streaming().heartbeatIntervalMs()),
                        config.streaming().wholeReplyPadding(),
                        config.streaming().queuePosition()),
                clock,
                olp.ticker());
        return new Serving(loaded, providers, Endpoints.router(parts));
    }

    /** That it may be told at all was checked with the other unsafe settings. */
    private static Supplier<Optional<String>> anonymousKey(OlpConfig config, SqliteKeyStore keys, Clock clock) {
        if (!config.auth().advertiseAnonymousKey()) {
            return Optional::empty;
        }
        log.atWarn()
                .log("auth.advertise_anonymous_key: /health tells the advertised key to everybody who can reach it");
        return () -> keys.advertisedToken(clock.instant());
    }

    /** @throws StartException when what is valid by itself would be unsafe here */
    static void refuseUnsafe(LoadedConfig loaded, SqliteKeyStore keys, Clock clock) throws StartException {
        Instant now = clock.instant();
        long activeKeys = keys.list().stream().filter(key -> key.isActive(now)).count();
        List<String> refusals = StartChecks.refusals(loaded, Math.toIntExact(activeKeys));
        if (!refusals.isEmpty()) {
            throw new StartException(String.join("\n", refusals));
        }
    }
}
