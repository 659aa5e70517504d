package dev.olp.bench;

import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditRecord.Isolation;
import dev.olp.auth.Gate;
import dev.olp.auth.GateRules;
import dev.olp.auth.Invitations;
import dev.olp.auth.KeyTerms;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import dev.olp.cache.AnswerCache;
import dev.olp.cache.CacheKeys;
import dev.olp.cache.CacheTerms;
import dev.olp.cache.Flights;
import dev.olp.cache.Recall;
import dev.olp.cache.Turns;
import dev.olp.confinement.Posture;
import dev.olp.endpoint.AuditTerms;
import dev.olp.endpoint.Endpoints;
import dev.olp.endpoint.Heartbeats;
import dev.olp.endpoint.Operations;
import dev.olp.endpoint.SandboxHealth;
import dev.olp.endpoint.ServerState;
import dev.olp.http.ByteBudget;
import dev.olp.http.RequestHandler;
import dev.olp.isolation.contract.DeploymentTier;
import dev.olp.limits.Limit;
import dev.olp.limits.Limiter;
import dev.olp.limits.Limits;
import dev.olp.limits.UsageLedger;
import dev.olp.management.KeysApi;
import dev.olp.management.Reload;
import dev.olp.metrics.Metrics;
import dev.olp.quota.QuotaBook;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.RoutePlanner;
import dev.olp.routing.Sparing;
import dev.olp.routing.pauses.PauseRules;
import dev.olp.routing.pauses.Pauses;
import dev.olp.run.Engine;
import dev.olp.run.PromptCaches;
import dev.olp.run.Proofs;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.Standing;
import dev.olp.store.sqlite.AuditKeeping;
import dev.olp.store.sqlite.AuditSeals;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteAuditLog;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyLimits;
import dev.olp.store.sqlite.SqliteKeyStore;
import dev.olp.store.sqlite.SqlitePauses;
import dev.olp.store.sqlite.SqliteQuotaStore;
import dev.olp.store.sqlite.SqliteUsageLedger;
import dev.olp.tracing.RequestSpans;
import dev.olp.wire.UnsupportedParameters;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/** The product's endpoints over its own databases, with a provider that answers at once. */
final class NullServer implements AutoCloseable {
    static final String PROVIDER = "anthropic";
    private static final int KEYS = 20;
    /** Looked at, and never met. */
    private static final long PLENTY = 1_000_000_000;

    private static final int CACHE_BYTES = 1 << 20;
    private static final int SEAL_KEY_BYTES = 32;
    private static final int RETENTION_DAYS = 90;

    private final Clock clock = Clock.systemUTC();
    private final AtomicLong completions = new AtomicLong();
    private final Tokens tokens = new Tokens(new SecureRandom());
    private final ModelRegistry registry;
    private final SqliteDatabase keysDatabase;
    private final SqliteDatabase usageDatabase;
    private final SqliteKeyStore keys;
    private final SqliteAuditLog audit;
    private final Engine engine;
    private final UsageLedger usage;
    private final Proofs proofs = new Proofs(NullServer::prove, false, System::nanoTime);

    /** @param folder its databases lie there */
    NullServer(Path folder) {
        this(folder, new NullEngine());
    }

    /** In front of that provider. */
    NullServer(Path folder, Engine engine) {
        this.engine = engine;
        registry = ModelRegistry.load(folder);
        keysDatabase = SqliteDatabase.open(folder.resolve("olp.db"), Schema.KEYS);
        keys = new SqliteKeyStore(keysDatabase, tokens::createKeyId);
        usageDatabase = SqliteDatabase.open(folder.resolve("olp.db"), Schema.USAGE);
        usage = new SqliteUsageLedger(usageDatabase, ZoneOffset.UTC);
        audit = new SqliteAuditLog(
                SqliteDatabase.open(folder.resolve("audit.db"), Schema.AUDIT),
                SqliteAuditLog.DEFAULT_CAPACITY,
                new AuditKeeping(
                        new AuditSeals(new byte[SEAL_KEY_BYTES]), folder.resolve("audit-seals.ndjson"), RETENTION_DAYS),
                clock,
                System::nanoTime);
    }

    /** Makes keys and returns their tokens. */
    List<String> makeKeys() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            String token = tokens.create();
            keys.create(KeyTerms.of("person " + i, null), Tier.GUEST, Tokens.hash(token), null, clock.instant());
            made.add(token);
        }
        return made;
    }

    SqliteAuditLog audit() {
        return audit;
    }

    /** Without the key check, a request must have no key: it is anonymous then. */
    RequestHandler handler(Governed governed) {
        return handler(governed, false);
    }

    /** The same; with the cache, runs are shared and repeatable answers kept. */
    RequestHandler handler(Governed governed, boolean cached) {
        Metrics metrics = new Metrics();
        AnswerCache cache = new AnswerCache(System::nanoTime);
        cache.configure(new CacheTerms(cached, Duration.ofHours(1), CACHE_BYTES, CACHE_BYTES, false));
        Flights flights = new Flights(
                cache, ByteBudget.forSharedAnswers(Runtime.getRuntime().maxMemory()), System::nanoTime);
        AuditLog log = governed.audit() ? audit : new NoAudit();
        Limits limits = governed.limits() ? plenty() : Limits.NONE;
        return Endpoints.router(new Endpoints.Parts(
                "bench",
                new Gate(keys, new GateRules(Optional.empty(), !governed.keys(), Set.of(PROVIDER), Set.of()), clock),
                new Limiter(governed.limits() ? usage : new NoLimits(), limits, limits, clock),
                new AuditTerms(
                        log,
                        governed.metrics() ? metrics::count : row -> {},
                        RequestSpans.none(),
                        false,
                        Duration.ofSeconds(5),
                        address -> Optional.of(address.getHostAddress()),
                        new Isolation("shared-os-user", "full", null)),
                new KeysApi(
                        keys,
                        new SqliteKeyLimits(keysDatabase),
                        registry,
                        provider -> new TreeSet<>(),
                        tokens,
                        log::erase,
                        clock),
                new Invitations(keys, tokens, clock),
                Optional::empty,
                registry,
                new RoutePlanner(registry, Map.of(), Set.of(PROVIDER), (provider, model, key) -> List.of("default")),
                new PromptCaches(tenant -> false, tenant -> tenant),
                new Recall(
                        cache,
                        flights,
                        new CacheKeys("bench", provider -> Optional.of("null")),
                        Turns.ALL,
                        cached,
                        System::nanoTime),
                cache,
                flights,
                false,
                engine,
                Map::of,
                new SandboxHealth(
                        new Posture(true, true, DeploymentTier.SHARED_OS_USER, Posture.Level.FULL, List.of()),
                        Optional::empty,
                        proofs),
                new NoLogins(),
                hop -> Optional.empty(),
                new Sparing(hop -> Optional.empty()),
                new Pauses(
                        new SqlitePauses(usageDatabase),
                        account -> "",
                        () -> new PauseRules(false, 0, Duration.ZERO),
                        clock,
                        System::nanoTime),
                Map.of(),
                ServerState.begin(
                        clock,
                        System::nanoTime,
                        new QuotaBook(new SqliteQuotaStore(usageDatabase), clock, ZoneOffset.UTC, account -> ""),
                        Runtime.getRuntime().maxMemory()),
                operations(),
                metrics,
                false,
                UnsupportedParameters.WARN,
                tier -> true,
                () -> Long.toString(completions.incrementAndGet()),
                new Heartbeats(Duration.ofSeconds(15), false, false),
                clock,
                System::nanoTime));
    }

    private static Limits plenty() {
        Map<Limit, Long> amounts = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            amounts.put(limit, PLENTY);
        }
        return new Limits(amounts);
    }

    private static Standing prove(ProviderRuntime runtime) {
        throw new IllegalStateException("nothing is run here: " + runtime);
    }

    private Operations operations() {
        return new Operations(
                keys,
                provider -> new TreeSet<>(),
                proofs,
                JsonMapper.shared()::createObjectNode,
                new NoReload(clock.instant()),
                Duration.ofSeconds(1),
                () -> {});
    }

    private record NoReload(Instant started) implements Reload {
        @Override
        public List<String> now() {
            return List.of();
        }

        @Override
        public State state() {
            return new State(started, null, List.of());
        }
    }

    @Override
    public void close() {
        audit.close();
        usageDatabase.close();
        keys.close();
        proofs.close();
    }
}
