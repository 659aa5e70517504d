package dev.olp.app;

import dev.olp.audit.AuditRecord;
import dev.olp.config.Home;
import dev.olp.config.LoadedConfig;
import dev.olp.config.RunningServer;
import dev.olp.http.ByteBudget;
import dev.olp.http.CannotBind;
import dev.olp.http.DoorParts;
import dev.olp.http.HttpServer;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.selftest.SelfTestReport;
import dev.olp.registry.RegistryException;
import dev.olp.run.Standing;
import dev.olp.store.StoreException;
import dev.olp.store.sqlite.SqliteAuditLog;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running OLP: everything wired by hand, in the order in which it starts, closed in reverse. */
public final class OlpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(OlpServer.class);
    /** On a slow machine, a CLI's first starts. */
    private static final Duration PROOF_PATIENCE = Duration.ofMinutes(2);

    private static final Duration CANCEL_GRACE = Duration.ofSeconds(5);

    private static final Duration BODY_PATIENCE = Duration.ofSeconds(10);

    private final Installation olp;
    private final CurrentServing current;
    private final Reloading reload;
    private final HttpServer http;
    private final Closings closings;
    private boolean closed;

    private OlpServer(Installation olp, CurrentServing current, Reloading reload, HttpServer http, Closings closings) {
        this.olp = olp;
        this.current = current;
        this.reload = reload;
        this.http = http;
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
        Closings closings = new Closings();
        try {
            return wire(environment, home, loaded, closings);
        } catch (SandboxException | StoreException | RegistryException | IOException e) {
            closings.close();
            throw new StartException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
        } catch (StartException | RuntimeException e) {
            closings.close();
            throw e;
        }
    }

    private static OlpServer wire(Map<String, String> environment, Home home, LoadedConfig loaded, Closings closings)
            throws StartException, SandboxException, CannotBind, IOException, InterruptedException {
        CurrentServing current = new CurrentServing(loaded);
        Installation olp = Installation.open(environment, home, loaded, current, closings);
        MetricsSetup.add(
                olp.metrics(),
                olp.state().active(),
                current::providers,
                olp.pauses(),
                olp.state().leaks(),
                olp.stores().audit()::health,
                olp.stores().usage()::held,
                olp.state().startedAt());
        MetricsSetup.add(olp.metrics(), olp.cache(), olp.flights());
        QuotaMetrics.add(olp.metrics(), olp.state().quota());
        MetricsSetup.add(olp.metrics(), olp.spares());
        Reloading reload = new Reloading(olp, current);
        reload.begin(loaded);
        HttpServer http = HttpServer.start(
                FromConfig.httpSettings(loaded.config()),
                new DoorParts(
                        current,
                        ByteBudget.forBodies(Runtime.getRuntime().maxMemory(), BODY_PATIENCE),
                        ByteBudget.forWork(Runtime.getRuntime().maxMemory(), BODY_PATIENCE),
                        () -> olp.uuids().generate().toString(),
                        olp.clock(),
                        olp.ticker(),
                        olp.certificate().door()));
        MetricsSetup.add(olp.metrics(), http);
        announce(home, http, FromConfig.url(loaded.config(), http.boundPort()), olp);
        reload.serve(http::take);
        closings.add(ConfigWatch.start(() -> current.loaded().files(home), reload::tryNow)::close);
        closings.add(AlertWatch.start(olp, current)::close);
        HeapTrim.start(Runtime.getRuntime(), closings);
        closings.add(PlanProbes.start(olp, current));
        return new OlpServer(olp, current, reload, http, closings);
    }

    private static void announce(Home home, HttpServer http, String url, Installation olp)
            throws IOException, InterruptedException {
        long pid = ProcessHandle.current().pid();
        try {
            olp.certificate()
                    .tell(certificates -> new RunningServer(url, olp.commandToken(), pid, certificates).announce(home));
        } catch (IOException e) {
            http.close(CANCEL_GRACE);
            throw e;
        }
    }

    /** Takes the configuration as it is now; a refusal is told in the log and by {@code /health}. */
    public void reload() {
        reload.tryNow();
    }

    /** Whether a provider may serve, once that is known; waits for it. */
    public Standing standing(String provider) throws InterruptedException {
        olp.proofs().await(PROOF_PATIENCE);
        return olp.proofs().standing(provider);
    }

    /** The sandbox's self-test, once it ran. */
    public Optional<SelfTestReport> selfTest() {
        return olp.selfTest().get();
    }

    public int port() {
        return http.boundPort();
    }

    /** The audit row of a request, once the requests under way have ended and their rows are on disk. */
    public Optional<AuditRecord> audited(String requestId) throws InterruptedException {
        olp.state().active().awaitNone(drainTimeout());
        SqliteAuditLog audit = olp.stores().audit();
        audit.flush();
        return audit.find(requestId);
    }

    /** Done once an owner has asked over HTTP for a stop. */
    public CompletionStage<Void> stopAsked() {
        return olp.stopAsked();
    }

    /** Stops: no new work, a while for what runs, then the rest is ended and everything closed. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        // the door stays open while it drains: probes are told so, and new work is refused by name
        olp.state().active().startDraining();
        olp.spares().close();
        try {
            drain();
            http.close(CANCEL_GRACE);
        } catch (InterruptedException e) {
            // somebody is in a hurry: what still runs dies with the sandbox below
            Thread.currentThread().interrupt();
        }
        closings.close();
    }

    /** Ends what a {@link #close} that is under way still waits for: each client is told, each child ended. */
    public void hurry() throws InterruptedException {
        log.atWarn()
                .addKeyValue("requests", olp.state().active().count())
                .log("told to stop once more; ending what still runs");
        olp.state().active().cancelAll(CANCEL_GRACE);
    }

    private void drain() throws InterruptedException {
        if (!olp.state().active().awaitNone(drainTimeout())) {
            log.atWarn()
                    .addKeyValue("requests", olp.state().active().count())
                    .log("drain time is up; ending what still runs");
            olp.state().active().cancelAll(CANCEL_GRACE);
        }
    }

    private Duration drainTimeout() {
        return Duration.ofMillis(current.loaded().config().server().drainTimeoutMs());
    }
}
