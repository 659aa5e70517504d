package dev.olp.app;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditRecord;
import dev.olp.auth.Gate;
import dev.olp.auth.GateRules;
import dev.olp.auth.Invitations;
import dev.olp.auth.Tenants;
import dev.olp.auth.Tokens;
import dev.olp.config.ConfigPrinter;
import dev.olp.config.Home;
import dev.olp.config.HomeLock;
import dev.olp.config.IsolationSettings.CliUpdates;
import dev.olp.config.IsolationSettings.UpstreamCache;
import dev.olp.config.LoadedConfig;
import dev.olp.config.OlpConfig;
import dev.olp.config.RequestSettings.Unsupported;
import dev.olp.config.RunningServer;
import dev.olp.config.StartChecks;
import dev.olp.confinement.Confinement;
import dev.olp.endpoint.ActiveRequests;
import dev.olp.endpoint.Endpoints;
import dev.olp.endpoint.Heartbeats;
import dev.olp.endpoint.Operations;
import dev.olp.endpoint.SandboxHealth;
import dev.olp.gateway.Gateway;
import dev.olp.gateway.egress.EgressGate;
import dev.olp.http.ByteBudget;
import dev.olp.http.CannotBind;
import dev.olp.http.DoorParts;
import dev.olp.http.HttpServer;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.selftest.SelfTestReport;
import dev.olp.limits.Limiter;
import dev.olp.logins.LinkedLogins;
import dev.olp.logins.LoginPlaces;
import dev.olp.logins.LoginTimes;
import dev.olp.logins.ManagedLogins;
import dev.olp.management.KeysApi;
import dev.olp.metrics.Metrics;
import dev.olp.registry.ModelRegistry;
import dev.olp.registry.RegistryException;
import dev.olp.run.CliInventory;
import dev.olp.run.ProbedBinary;
import dev.olp.run.PromptCaches;
import dev.olp.run.Proofs;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.RunEngine;
import dev.olp.run.SandboxProof;
import dev.olp.run.Standing;
import dev.olp.store.StoreException;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteAuditLog;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyLimits;
import dev.olp.store.sqlite.SqliteKeyStore;
import dev.olp.wire.UnsupportedParameters;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running OLP: everything wired by hand, in the order in which it starts, closed in reverse. */
public final class OlpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OlpServer.class);
    /** On a slow machine, a CLI's first starts. */
    private static final Duration PROOF_PATIENCE = Duration.ofMinutes(2);

    /** Longer than any command has the home. */
    private static final Duration HOME_PATIENCE = Duration.ofSeconds(5);

    private static final Duration CANCEL_GRACE = Duration.ofSeconds(5);

    private static final Duration BODY_PATIENCE = Duration.ofSeconds(10);

    private final HttpServer http;
    private final AuditLog audit;
    private final ActiveRequests active;
    private final Duration drainTimeout;
    private final CompletableFuture<Void> stopAsked;
    private final Deque<Closing> closings;
    private final Proofs proofs;
    private final Supplier<Optional<SelfTestReport>> selfTest;
    private boolean closed;

    private OlpServer(
            HttpServer http,
            AuditLog audit,
            ActiveRequests active,
            Proofs proofs,
            Supplier<Optional<SelfTestReport>> selfTest,
            Duration drainTimeout,
            CompletableFuture<Void> stopAsked,
            Deque<Closing> closings) {
        this.http = http;
        this.audit = audit;
        this.active = active;
        this.proofs = proofs;
        this.selfTest = selfTest;
        this.drainTimeout = drainTimeout;
        this.stopAsked = stopAsked;
        this.closings = closings;
    }

    /**
     * Starts serving.
     *
     * @param environment the process's own
     * @throws StartException with one clear line; nothing stays open then
     */
    public static OlpServer start(Map<String, String> environment, Home home, LoadedConfig loaded)
            throws StartException, InterruptedException {
        Deque<Closing> closings = new ArrayDeque<>();
        try {
            return wire(environment, home, loaded, closings);
        } catch (SandboxException | StoreException | RegistryException | IOException e) {
            closeAll(closings);
            throw new StartException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
        } catch (StartException | RuntimeException e) {
            closeAll(closings);
            throw e;
        }
    }

    private static OlpServer wire(
            Map<String, String> environment, Home home, LoadedConfig loaded, Deque<Closing> closings)
            throws StartException, SandboxException, CannotBind, IOException, InterruptedException {
        OlpConfig config = loaded.config();
        Clock clock = Clock.systemUTC();
        LongSupplier ticker = System::nanoTime;
        SecureRandom random = new SecureRandom();
        NoArgGenerator uuids = Generators.timeBasedEpochRandomGenerator(random);
        ServerSecret secret = ServerSecret.at(home.secret(), random);

        HomeLock lock = HomeLock.take(home, HOME_PATIENCE).orElseThrow(() -> taken(home));
        closings.push(lock::close);
        Tokens tokens = new Tokens(random);
        SqliteDatabase keysDatabase = SqliteDatabase.open(home.database(), Schema.KEYS);
        closings.push(keysDatabase::close);
        SqliteKeyStore keys = new SqliteKeyStore(keysDatabase, tokens::createKeyId);
        closings.push(keys::close);
        SqliteDatabase usageDatabase = SqliteDatabase.open(home.database(), Schema.USAGE);
        closings.push(usageDatabase::close);
        Limiter limiter = FromConfig.limiter(config, usageDatabase, clock);
        SqliteDatabase auditDatabase = SqliteDatabase.open(home.auditDatabase(), Schema.AUDIT);
        closings.push(auditDatabase::close);
        Metrics metrics = new Metrics();
        SqliteAuditLog audit = new SqliteAuditLog(
                auditDatabase,
                SqliteAuditLog.DEFAULT_CAPACITY,
                AuditSetup.keeping(config, home, secret, clock),
                clock,
                ticker);
        closings.push(audit::close);
        int interrupted = audit.closeInterrupted();
        if (interrupted > 0) {
            log.atWarn().addKeyValue("requests", interrupted).log("requests were under way when the last server died");
        }
        refuseUnsafeStart(loaded, keys, clock);
        String commandToken = tokens.create();
        GateRules rules = new GateRules(
                loaded.ownerToken().map(token -> Tokens.hash(token.value())),
                Optional.of(Tokens.hash(commandToken)),
                config.auth().allowAnonymous(),
                Set.copyOf(config.auth().anonymousProviders()),
                Set.copyOf(config.server().corsOrigins()));
        Gate gate = new Gate(keys, rules, clock);
        Tenants tenants = new Tenants(keys, rules, clock);

        ModelRegistry registry = ModelRegistry.load(home.root());
        Posix posix = NativePosix.load();
        Path spawnRoot = SandboxSetup.spawnRoot(environment, loaded, home, posix);
        ThrowAwaySandbox sandbox = new ThrowAwaySandbox(spawnRoot, secret.derive("run-names"), random, clock, posix);
        closings.push(sandbox::close);

        Gateway gateway = Gateway.start(random);
        closings.push(gateway::close);
        Optional<EgressGate> egress = SandboxSetup.egress();
        egress.ifPresent(open -> closings.push(open::close));
        LoginPlaces places = new LoginPlaces(environment, home.logins());
        Confinement confinement = new Confinement(
                SandboxSetup.choose(loaded, sandbox, posix, SandboxSetup.programFolders(home, spawnRoot)),
                gateway,
                egress,
                new LinkedLogins(places, clock));
        Map<String, ProviderRuntime> providers = ProviderSetup.runtimes(
                environment, config, home, SandboxSetup.hasOtherUsers(loaded, posix), confinement, ticker);
        ManagedLogins logins = new ManagedLogins(
                places, sandbox, provider -> binary(providers, provider), environment, LoginTimes.DEFAULTS, clock);
        closings.push(logins::close);
        Path kept = ProofSetup.folder(home);
        Optional<SandboxProof> sandboxProof = ProofSetup.sandbox(confinement, sandbox, kept, random, clock);
        Proofs proofs = ProofSetup.proofs(
                confinement,
                sandboxProof,
                registry,
                config.isolation().cliUpdates() == CliUpdates.PROVE,
                kept,
                random,
                clock,
                ticker);
        closings.push(proofs::close);
        Supplier<Optional<SelfTestReport>> selfTest = () -> sandboxProof.flatMap(SandboxProof::known);
        RunEngine engine = new RunEngine(providers, confinement, proofs, logins, secret::turnLabel, ticker);
        ActiveRequests active = new ActiveRequests();
        CompletableFuture<Void> stopAsked = new CompletableFuture<>();
        MetricsSetup.add(metrics, active, providers, engine, audit::health, clock.instant());
        Endpoints.Parts parts = new Endpoints.Parts(
                Version.current(),
                gate,
                limiter,
                AuditSetup.terms(
                        config, audit, metrics, secret, confinement.walls().posture()),
                new KeysApi(keys, new SqliteKeyLimits(keysDatabase), registry, tokens, audit::erase, clock),
                new Invitations(keys, tokens, clock),
                anonymousKey(config, keys, clock),
                registry,
                FromConfig.planner(registry, config, providers),
                new PromptCaches(
                        tenant -> config.isolation().upstreamCache() == UpstreamCache.PER_KEY
                                && tenants.hasOthers(tenant),
                        secret::cacheLabel),
                engine,
                new SandboxHealth(confinement.walls().posture(), selfTest, proofs),
                logins,
                providers,
                active,
                new Operations(
                        keys,
                        proofs,
                        () -> ConfigPrinter.document(loaded),
                        Duration.ofMillis(config.server().drainTimeoutMs()),
                        () -> stopAsked.complete(null)),
                metrics,
                config.metrics().loopback(),
                config.requests().unsupportedParameters() == Unsupported.REJECT
                        ? UnsupportedParameters.REJECT
                        : UnsupportedParameters.WARN,
                tier -> FromConfig.seesFallbackDetail(config, tier),
                () -> "chatcmpl-" + uuids.generate().toString().replace("-", ""),
                new Heartbeats(
                        Duration.ofMillis(config.streaming().heartbeatIntervalMs()),
                        config.streaming().wholeReplyPadding()),
                clock,
                ticker);
        HttpServer http = HttpServer.start(
                FromConfig.httpSettings(config),
                new DoorParts(
                        Endpoints.router(parts),
                        ByteBudget.forBodies(Runtime.getRuntime().maxMemory(), BODY_PATIENCE),
                        ByteBudget.forWork(Runtime.getRuntime().maxMemory(), BODY_PATIENCE),
                        () -> uuids.generate().toString(),
                        clock,
                        ticker));
        announce(home, http, FromConfig.url(config, http.boundPort()), commandToken);
        proofs.begin(providers.values());
        return new OlpServer(
                http,
                audit,
                active,
                proofs,
                selfTest,
                Duration.ofMillis(config.server().drainTimeoutMs()),
                stopAsked,
                closings);
    }

    /** That it may be told at all was checked with the other unsafe starts. */
    private static Supplier<Optional<String>> anonymousKey(OlpConfig config, SqliteKeyStore keys, Clock clock) {
        if (!config.auth().advertiseAnonymousKey()) {
            return Optional::empty;
        }
        log.atWarn()
                .log("auth.advertise_anonymous_key: /health tells the advertised key to everybody who can reach it");
        return () -> keys.advertisedToken(clock.instant());
    }

    private static void announce(Home home, HttpServer http, String url, String token)
            throws IOException, InterruptedException {
        try {
            new RunningServer(url, token, ProcessHandle.current().pid()).announce(home);
        } catch (IOException e) {
            http.close(CANCEL_GRACE);
            throw e;
        }
    }

    private static StartException taken(Home home) {
        return new StartException(
                "OLP_HOME: " + home.root() + " is in use by another OLP: stop it, or give this one a home of its own");
    }

    private static void refuseUnsafeStart(LoadedConfig loaded, SqliteKeyStore keys, Clock clock) throws StartException {
        Instant now = clock.instant();
        long activeKeys = keys.list().stream().filter(key -> key.isActive(now)).count();
        List<String> refusals = StartChecks.refusals(loaded, Math.toIntExact(activeKeys));
        if (!refusals.isEmpty()) {
            throw new StartException(String.join("\n", refusals));
        }
    }

    private static Path binary(Map<String, ProviderRuntime> providers, String provider)
            throws SandboxException, InterruptedException {
        ProviderRuntime runtime = providers.get(provider);
        if (runtime == null) {
            throw new SandboxException("provider " + provider + " is not enabled");
        }
        try {
            return runtime.inventory().get().path();
        } catch (CliInventory.Unusable e) {
            Optional<ProbedBinary> before = runtime.inventory().known();
            if (before.isPresent()) {
                return before.get().path();
            }
            throw new SandboxException(e.fault().logMessage(), e);
        }
    }

    /** Whether a provider may serve, once that is known; waits for it. */
    public Standing standing(String provider) throws InterruptedException {
        proofs.await(PROOF_PATIENCE);
        return proofs.standing(provider);
    }

    /** The sandbox's self-test, once it ran. */
    public Optional<SelfTestReport> selfTest() {
        return selfTest.get();
    }

    public int port() {
        return http.boundPort();
    }

    /** The audit row of a request, once the requests under way have ended and their rows are on disk. */
    public Optional<AuditRecord> audited(String requestId) throws InterruptedException {
        active.awaitNone(drainTimeout);
        audit.flush();
        return audit.find(requestId);
    }

    /** Done once an owner has asked over HTTP for a stop. */
    public CompletionStage<Void> stopAsked() {
        return stopAsked;
    }

    /** Stops: no new work, a while for what runs, then the rest is ended and everything closed. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        // the door stays open while it drains: probes are told so, and new work is refused by name
        active.startDraining();
        try {
            drain();
            http.close(CANCEL_GRACE);
        } catch (InterruptedException e) {
            // somebody is in a hurry: what still runs dies with the sandbox below
            Thread.currentThread().interrupt();
        }
        closeAll(closings);
    }

    /** Ends what a {@link #close} that is under way still waits for: each client is told, each child ended. */
    public void hurry() throws InterruptedException {
        log.atWarn().addKeyValue("requests", active.count()).log("told to stop once more; ending what still runs");
        active.cancelAll(CANCEL_GRACE);
    }

    private void drain() throws InterruptedException {
        if (!active.awaitNone(drainTimeout)) {
            log.atWarn().addKeyValue("requests", active.count()).log("drain time is up; ending what still runs");
            active.cancelAll(CANCEL_GRACE);
        }
    }

    private static void closeAll(Deque<Closing> closings) {
        while (!closings.isEmpty()) {
            try {
                closings.pop().close();
            } catch (SandboxException | IOException | RuntimeException e) {
                log.atError().setCause(e).log("closing failed");
            }
        }
    }

    @FunctionalInterface
    private interface Closing {
        void close() throws SandboxException, IOException;
    }
}
