package dev.olp.run;

import dev.olp.confinement.Confinement;
import dev.olp.confinement.ConfinementException;
import dev.olp.confinement.RunWish;
import dev.olp.http.ClientGone;
import dev.olp.isolation.SandboxException;
import dev.olp.logins.LoginSource;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Fault;
import dev.olp.provider.Login;
import dev.olp.quota.QuotaBook;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.routing.HopOutcomes;
import dev.olp.run.Cancellation.Cancelled;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a request over its hops: per hop a slot, a home, a child and a conversation. The next hop is tried only on a
 * fault that another provider can mend, and only while the client has seen nothing.
 */
public final class RunEngine implements Engine {
    private static final Logger log = LoggerFactory.getLogger(RunEngine.class);

    private final Map<String, ProviderRuntime> providers;
    private final Confinement confinement;
    private final Proofs proofs;
    private final LoginSource logins;
    private final QuotaBook quota;
    private final LongSupplier ticker;
    private final InstantSource clock;
    private final RunCloser closer;
    private final ColdStart coldStart;
    private final Spares spares;
    private final HopGuard guard;
    private final HopOutcomes outcomes;

    /**
     * Makes the engine.
     *
     * @param providers the enabled providers by id
     * @param quota told what each reply and each CLI says of its plan
     * @param turnLabels an unguessable label for a tenant
     * @param guard asked before each hop
     * @param outcomes told of each hop's end
     * @param closer of all runs
     * @param spares processes that were started ahead
     * @param ticker nanoseconds, monotonic
     * @param clock for the times of day that CLIs tell
     */
    public RunEngine(
            Map<String, ProviderRuntime> providers,
            Confinement confinement,
            Proofs proofs,
            LoginSource logins,
            QuotaBook quota,
            UnaryOperator<String> turnLabels,
            HopGuard guard,
            HopOutcomes outcomes,
            RunCloser closer,
            Spares spares,
            LongSupplier ticker,
            InstantSource clock) {
        this.providers = Map.copyOf(providers);
        this.confinement = confinement;
        this.proofs = proofs;
        this.logins = logins;
        this.quota = quota;
        this.guard = guard;
        this.outcomes = outcomes;
        this.closer = closer;
        this.coldStart = new ColdStart(confinement, turnLabels, closer);
        this.spares = spares;
        this.ticker = ticker;
        this.clock = clock;
    }

    @Override
    public RunEnd run(RunRequest request, List<Hop> hops, Client client)
            throws Cancelled, ClientGone, InterruptedException {
        RunEnd.Failed best = null;
        for (Hop hop : hops) {
            Optional<Skip> skip = lacking(request, hop).or(() -> guard.enter(hop));
            HopFailure failure = skip.isPresent()
                    ? HopFailure.of(hop, skip.get())
                    : guarded(request, hop, client);
            if (failure == null) {
                return new RunEnd.Answered();
            }
            client.trace().failed(failure);
            HopReports.tell(request, failure);
            Fault fault = failure.fault();
            RunEnd.Failed failed = new RunEnd.Failed(fault, hop.provider());
            if (client.listener().shown() || (failure.tried() && !fault.kind().advances())) {
                return failed;
            }
            best = best == null || HopReports.usefulness(fault) > HopReports.usefulness(best.fault()) ? failed : best;
        }
        if (best == null) {
            throw new IllegalArgumentException("no hops");
        }
        return best;
    }

    /** Whatever is thrown, the hop's end is told. */
    private @Nullable HopFailure guarded(RunRequest request, Hop hop, Client client)
            throws Cancelled, ClientGone, InterruptedException {
        boolean told = false;
        try {
            Client watched = client.through(new HopAnswer(client.listener(), hop, outcomes, quota));
            HopLogin login = new HopLogin(logins, hop);
            Fault fault = tryHop(request, hop, login, watched);
            if (login.isRenewedAfter(fault) && !client.listener().shown()) {
                fault = tryHop(request, hop, login, watched);
                login.isRenewedAfter(fault);
            }
            told = true;
            outcomes.met(hop, fault);
            return fault == null ? null : HopFailure.of(hop, fault);
        } catch (PassedOver e) {
            return HopFailure.of(hop, e.skip);
        } finally {
            if (!told) {
                outcomes.left(hop);
            }
        }
    }

    /** What this server or this request lacks for the hop, whatever its provider does. */
    private Optional<Skip> lacking(RunRequest request, Hop hop) {
        if (!providers.containsKey(hop.provider())) {
            String sentence = "provider " + hop.provider() + " is not enabled";
            return Optional.of(new Skip("provider_off", sentence, Fault.of(Fault.Kind.NOT_STARTABLE, sentence)));
        }
        return MinTier.unmet(request.minTier(), confinement.walls().posture())
                .map(fault -> new Skip("min_tier", fault.logMessage(), fault));
    }

    private @Nullable Fault tryHop(RunRequest request, Hop hop, HopLogin hopLogin, Client client)
            throws PassedOver, Cancelled, ClientGone, InterruptedException {
        ProviderRuntime runtime = Objects.requireNonNull(providers.get(hop.provider()));
        RunTrace trace = client.trace();
        client.cancellation().check();
        UsageMeter meter = new UsageMeter(runtime.provider().hints(), InputEstimate.of(request.chat()));
        trace.entered(hop, meter);
        ProbedBinary binary;
        try {
            binary = proofs.require(runtime, client.cancellation(), client.silence()); // before the slot: it may take seconds
        } catch (Proofs.NotProven e) {
            return e.fault();
        }
        SlotRequest wanted = SlotRequest.of(hop.account(), request.tenant(), request.tier());
        try (Slots.Permit permit = slot(runtime, wanted, client)) {
            long granted = ticker.getAsLong();
            client.cancellation().check();
            Optional<Skip> meanwhile = guard.look(hop); // the one before us may have spent the window
            if (meanwhile.isPresent()) {
                throw new PassedOver(meanwhile.get());
            }
            Login login = hopLogin.find();
            trace.confined(confinement.walls().profile(binary.path()));
            RunWish wish = wish(runtime, hop, binary, login, request);
            Conversation conversation = new Conversation(runtime.settings(), client, ticker, clock, meter);
            try {
                Optional<StartedRun> spare = spares.take(runtime, binary, wish, hop.model(), request.chat());
                if (spare.isPresent()) {
                    permit.began();
                    trace.spawned(ticker.getAsLong() - granted);
                    Fault fault = hold(conversation, spare.get(), hop, request);
                    if (fault == null
                            || client.listener().shown()
                            || spare.get().confined().hasCalled()) {
                        return fault;
                    }
                    log.atWarn()
                            .addKeyValue("request_id", request.requestId())
                            .addKeyValue("provider", hop.provider())
                            .addKeyValue("detail", Redaction.forLog(fault.logMessage()))
                            .log("a process that was started ahead failed before it asked anything; starting another");
                }
                StartedRun started = coldStart.start(runtime, binary, wish, hop.model(), request.chat());
                permit.began();
                trace.spawned(ticker.getAsLong() - granted);
                return hold(conversation, started, hop, request);
            } finally {
                spares.ended(runtime, binary, login.kind());
            }
        } catch (QueueFull e) {
            return e.fault();
        } catch (NoLogin e) {
            return Fault.of(Fault.Kind.LOGIN_MISSING, String.valueOf(e.getMessage()));
        } catch (ConfinementException e) {
            return Fault.of(Fault.Kind.SANDBOX_UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (SandboxException e) {
            return Fault.of(Fault.Kind.NOT_STARTABLE, String.valueOf(e.getMessage()));
        }
    }

    /** However the wait ends, it is noted. */
    private Slots.Permit slot(ProviderRuntime runtime, SlotRequest wanted, Client client)
            throws QueueFull, Cancelled, ClientGone, InterruptedException {
        long asked = ticker.getAsLong();
        try {
            return runtime.slots().acquire(wanted, client.cancellation(), client.silence());
        } finally {
            client.trace().queued(ticker.getAsLong() - asked);
        }
    }

    private @Nullable Fault hold(Conversation conversation, StartedRun started, Hop hop, RunRequest request)
            throws Cancelled, ClientGone, InterruptedException {
        try {
            conversation.client().listener().serving(hop);
            return conversation.with(started);
        } finally {
            closer.close(started.confined()::close, request.requestId());
        }
    }

    private RunWish wish(ProviderRuntime runtime, Hop hop, ProbedBinary binary, Login login, RunRequest request) {
        RunSettings settings = runtime.settings();
        return new RunWish(
                request.tenant(),
                request.requestId(),
                runtime.provider(),
                binary.path(),
                hop.account(),
                login,
                settings.upstream(),
                settings.totalTimeout(),
                limits -> quota.headers(runtime.provider(), hop.account(), limits.headers()));
    }

    /** Something became known against the hop while it waited for its slot. */
    private static final class PassedOver extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Skip skip;

        PassedOver(Skip skip) {
            super(skip.code(), null, false, false);
            this.skip = skip;
        }
    }
}
