package dev.olp.app;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.olp.alerts.Alerts;
import dev.olp.auth.FailedAttempts;
import dev.olp.auth.Tokens;
import dev.olp.cache.AnswerCache;
import dev.olp.cache.Flights;
import dev.olp.config.Home;
import dev.olp.config.HomeLock;
import dev.olp.config.IsolationSettings.CliUpdates;
import dev.olp.config.LoadedConfig;
import dev.olp.confinement.Confinement;
import dev.olp.endpoint.ServerState;
import dev.olp.gateway.Gateway;
import dev.olp.gateway.egress.EgressGate;
import dev.olp.http.ByteBudget;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.home.ThrowAwaySandbox;
import dev.olp.isolation.posix.NativePosix;
import dev.olp.isolation.posix.Posix;
import dev.olp.isolation.selftest.SelfTestReport;
import dev.olp.logins.LinkedLogins;
import dev.olp.logins.LoginPlaces;
import dev.olp.logins.LoginTimes;
import dev.olp.logins.ManagedLogins;
import dev.olp.logins.Renewers;
import dev.olp.metrics.Metrics;
import dev.olp.registry.ModelEntry;
import dev.olp.registry.ModelRegistry;
import dev.olp.routing.LastAccounts;
import dev.olp.routing.pauses.Pauses;
import dev.olp.run.CliInventory;
import dev.olp.run.ProbedBinary;
import dev.olp.run.Proofs;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.RunCloser;
import dev.olp.run.SandboxProof;
import dev.olp.tracing.RequestSpans;
import dev.olp.warm.SparePool;
import io.opentelemetry.api.GlobalOpenTelemetry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What lives as long as the process, whatever its configuration becomes.
 *
 * @param commandToken opens the management API to this machine's own commands
 * @param selfTest the sandbox's, once it ran
 * @param stopAsked done once an owner has asked over HTTP for a stop
 */
record Installation(
        Map<String, String> environment,
        Home home,
        ServerSecret secret,
        Tokens tokens,
        String commandToken,
        Stores stores,
        FailedAttempts failedAttempts,
        Metrics metrics,
        RequestSpans spans,
        Alerts alerts,
        ModelRegistry registry,
        Confinement confinement,
        ManagedLogins logins,
        Proofs proofs,
        Pauses pauses,
        Supplier<Optional<SelfTestReport>> selfTest,
        ServerState state,
        AnswerCache cache,
        Flights flights,
        SparePool spares,
        LastAccounts lastAccounts,
        CompletableFuture<Void> stopAsked,
        ProviderSetup providers,
        ServedCertificate certificate,
        NoArgGenerator uuids,
        Clock clock,
        LongSupplier ticker) {
    /** Longer than any command has the home. */
    private static final Duration HOME_PATIENCE = Duration.ofSeconds(5);

    /** Opens all of it, in the order in which it starts. */
    static Installation open(
            Map<String, String> environment, Home home, LoadedConfig loaded, CurrentServing current, Closings closings)
            throws StartException, SandboxException, IOException, InterruptedException {
        Clock clock = Clock.systemUTC();
        LongSupplier ticker = System::nanoTime;
        SecureRandom random = new SecureRandom();
        ServerSecret secret = ServerSecret.at(home.secret(), random);
        HomeLock lock = HomeLock.take(home, HOME_PATIENCE).orElseThrow(() -> taken(home));
        closings.add(lock::close);
        Tokens tokens = new Tokens(random);
        Stores stores = Stores.open(
                home,
                loaded.config(),
                secret,
                tokens,
                () -> current.loaded().config().audit().retentionDays(),
                clock,
                ticker,
                closings);
        ServingSetup.refuseUnsafe(loaded, stores.keys(), clock);
        ServedCertificate certificate =
                ServedCertificate.open(loaded.config().server().tls(), clock);

        ModelRegistry registry = ModelRegistry.load(home.root());
        Posix posix = NativePosix.load();
        Path spawnRoot = SandboxSetup.spawnRoot(environment, loaded, home, posix);
        ThrowAwaySandbox sandbox = new ThrowAwaySandbox(spawnRoot, secret.derive("run-names"), random, clock, posix);
        closings.add(sandbox::close);
        Gateway gateway = Gateway.start(random);
        closings.add(gateway::close);
        Optional<EgressGate> egress = SandboxSetup.egress();
        egress.ifPresent(open -> closings.add(open::close));
        LoginPlaces places = new LoginPlaces(environment, home.logins());
        Confinement confinement = new Confinement(
                SandboxSetup.choose(loaded, sandbox, posix, SandboxSetup.programFolders(home, spawnRoot)),
                gateway,
                egress,
                new LinkedLogins(places, clock));
        Renewers renewers = new Renewers(
                sandbox,
                provider -> binary(current, provider),
                environment,
                (provider, account) -> LoginSetup.renewal(current.loaded().config(), provider, account),
                posix);
        ManagedLogins logins = new ManagedLogins(places, renewers, LoginTimes.DEFAULTS, clock);
        closings.add(logins::close);
        Path kept = ProofSetup.folder(home);
        Optional<SandboxProof> sandboxProof = ProofSetup.sandbox(confinement, sandbox, kept, random, clock);
        Proofs proofs = ProofSetup.proofs(
                confinement,
                sandboxProof,
                registry,
                loaded.config().isolation().cliUpdates() == CliUpdates.PROVE,
                kept,
                random,
                clock,
                ticker);
        closings.add(proofs::close);
        ServerState state = ServerState.begin(
                clock,
                ticker,
                QuotaSetup.open(
                        stores,
                        clock,
                        ZoneId.of(loaded.config().limits().timeZone()),
                        account -> places.mark(account.provider(), account.account(), secret::accountMark),
                        closings),
                Runtime.getRuntime().maxMemory());
        SparePool spares = SparePool.open(
                confinement,
                provider -> registry.models().stream()
                        .filter(model -> model.provider().equals(provider.id()))
                        .map(ModelEntry::id)
                        .toList(),
                new RunCloser(state.leaks()),
                clock,
                ticker);
        closings.add(spares::close);
        Alerts alerts = new Alerts(() -> AlertWatch.sink(current.loaded().config()), stores.toldAlerts(), clock);
        closings.add(alerts::close);
        Metrics metrics = new Metrics();
        AnswerCache cache = new AnswerCache(ticker);
        return new Installation(
                environment,
                home,
                secret,
                tokens,
                tokens.create(),
                stores,
                new FailedAttempts(),
                metrics,
                new RequestSpans(GlobalOpenTelemetry::get, Version.current(), ticker),
                alerts,
                registry,
                confinement,
                logins,
                proofs,
                PauseSetup.pauses(stores.pauses(), places, secret, current, clock, ticker),
                () -> sandboxProof.flatMap(SandboxProof::known),
                state,
                cache,
                new Flights(
                        cache, ByteBudget.forSharedAnswers(Runtime.getRuntime().maxMemory()), ticker),
                spares,
                new LastAccounts(ticker),
                new CompletableFuture<>(),
                new ProviderSetup(
                        environment,
                        home,
                        SandboxSetup.hasOtherUsers(loaded, posix),
                        confinement,
                        ticker,
                        new AllSlots(ticker, clock, metrics.queues())),
                certificate,
                Generators.timeBasedEpochRandomGenerator(random),
                clock,
                ticker);
    }

    private static StartException taken(Home home) {
        return new StartException(
                "OLP_HOME: " + home.root() + " is in use by another OLP: stop it, or give this one a home of its own");
    }

    private static Path binary(CurrentServing current, String provider) throws SandboxException, InterruptedException {
        ProviderRuntime runtime = current.providers().get(provider);
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
}
