package dev.olp.run;

import dev.olp.confinement.ConfinedRun;
import dev.olp.confinement.Confinement;
import dev.olp.confinement.ConfinementException;
import dev.olp.confinement.RunWish;
import dev.olp.http.ClientGone;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.SandboxedRun.Stop;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.logins.LoginSource;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.Login;
import dev.olp.quota.QuotaBook;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.routing.HopOutcomes;
import dev.olp.run.Cancellation.Cancelled;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs a request over its hops: per hop a slot, a home, a child and a conversation. The next hop is tried only on a
 * fault that another provider can mend, and only while the client has seen nothing.
 */
public final class RunEngine implements Engine {
    private static final Logger log = LoggerFactory.getLogger(RunEngine.class);
    /** How long a child whose answer is whole may take to exit by itself before it is asked to, and then made to. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final Map<String, ProviderRuntime> providers;
    private final Confinement confinement;
    private final Proofs proofs;
    private final LoginSource logins;
    private final QuotaBook quota;
    private final UnaryOperator<String> turnLabels;
    private final LongSupplier ticker;
    private final LongAdder leaks;
    private final HopGuard guard;
    private final HopOutcomes outcomes;

    /**
     * Makes the engine.
     *
     * @param providers the enabled providers by id
     * @param quota told what each reply says of its plan
     * @param turnLabels an unguessable label for a tenant
     * @param guard asked before each hop
     * @param outcomes told of each hop's end
     * @param leaks counts the runs that left a process or a file behind
     * @param ticker nanoseconds, monotonic
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
            LongAdder leaks,
            LongSupplier ticker) {
        this.providers = Map.copyOf(providers);
        this.confinement = confinement;
        this.proofs = proofs;
        this.logins = logins;
        this.quota = quota;
        this.turnLabels = turnLabels;
        this.guard = guard;
        this.outcomes = outcomes;
        this.leaks = leaks;
        this.ticker = ticker;
    }

    @Override
    public RunEnd run(
            RunRequest request,
            List<Hop> hops,
            AnswerListener listener,
            Cancellation cancellation,
            Silence silence,
            RunTrace trace)
            throws Cancelled, ClientGone, InterruptedException {
        RunEnd.Failed best = null;
        for (Hop hop : hops) {
            Optional<Skip> skip = lacking(request, hop).or(() -> guard.enter(hop));
            Fault fault = skip.isPresent()
                    ? skip.get().fault()
                    : guarded(request, hop, listener, cancellation, silence, trace);
            if (fault == null) {
                return new RunEnd.Answered();
            }
            HopFailure failure = skip.map(why -> HopFailure.of(hop, why)).orElseGet(() -> HopFailure.of(hop, fault));
            trace.failed(failure);
            report(request, failure);
            RunEnd.Failed failed = new RunEnd.Failed(fault, hop.provider());
            if (listener.shown() || (failure.tried() && !fault.kind().advances())) {
                return failed;
            }
            best = best == null || usefulness(fault) > usefulness(best.fault()) ? failed : best;
        }
        if (best == null) {
            throw new IllegalArgumentException("no hops");
        }
        return best;
    }

    /** Whatever is thrown, the hop's end is told. */
    private @Nullable Fault guarded(
            RunRequest request,
            Hop hop,
            AnswerListener listener,
            Cancellation cancellation,
            Silence silence,
            RunTrace trace)
            throws Cancelled, ClientGone, InterruptedException {
        boolean told = false;
        try {
            HopLogin login = new HopLogin(logins, hop);
            Fault fault = tryHop(request, hop, login, listener, cancellation, silence, trace);
            if (login.isRenewedAfter(fault) && !listener.shown()) {
                fault = tryHop(request, hop, login, listener, cancellation, silence, trace);
                login.isRenewedAfter(fault);
            }
            told = true;
            outcomes.met(hop, fault);
            return fault;
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

    private @Nullable Fault tryHop(
            RunRequest request,
            Hop hop,
            HopLogin hopLogin,
            AnswerListener listener,
            Cancellation cancellation,
            Silence silence,
            RunTrace trace)
            throws Cancelled, ClientGone, InterruptedException {
        ProviderRuntime runtime = Objects.requireNonNull(providers.get(hop.provider()));
        cancellation.check();
        UsageMeter meter = new UsageMeter(runtime.provider().hints(), InputEstimate.of(request.chat()));
        trace.entered(hop, meter);
        long asked = ticker.getAsLong();
        ProbedBinary binary;
        try {
            binary = proofs.require(runtime, cancellation, silence); // before the slot: it may take seconds
        } catch (Proofs.NotProven e) {
            trace.queued(ticker.getAsLong() - asked);
            return e.fault();
        }
        try (Slots.Permit _ = runtime.slots()
                .acquire(SlotRequest.of(hop.account(), request.tenant(), request.tier()), cancellation, silence)) {
            long granted = ticker.getAsLong();
            trace.queued(granted - asked);
            cancellation.check();
            Login login = hopLogin.find();
            ConfinedRun confined = open(runtime, hop, binary, login, request);
            try {
                trace.confined(confinement.walls().profile(binary.path()));
                LaunchPlan plan = start(confined, runtime, hop, binary, request);
                trace.spawned(ticker.getAsLong() - granted);
                listener.serving(hop);
                Fault fault = talk(confined.run(), plan, runtime, listener, cancellation, silence, meter);
                return fault == null ? null : confined.explained(fault);
            } finally {
                close(confined, request);
            }
        } catch (QueueFull e) {
            trace.queued(ticker.getAsLong() - asked);
            return e.fault();
        } catch (NoLogin e) {
            return Fault.of(Fault.Kind.LOGIN_MISSING, String.valueOf(e.getMessage()));
        } catch (ConfinementException e) {
            return Fault.of(Fault.Kind.SANDBOX_UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (SandboxException e) {
            return Fault.of(Fault.Kind.NOT_STARTABLE, String.valueOf(e.getMessage()));
        }
    }

    private ConfinedRun open(ProviderRuntime runtime, Hop hop, ProbedBinary binary, Login login, RunRequest request)
            throws SandboxException, NoLogin, InterruptedException {
        RunSettings settings = runtime.settings();
        return confinement.open(new RunWish(
                request.tenant(),
                request.requestId(),
                runtime.provider(),
                binary.path(),
                hop.account(),
                login,
                settings.upstream(),
                settings.totalTimeout(),
                limits -> quota.headers(runtime.provider(), hop.account(), limits.headers())));
    }

    private LaunchPlan start(
            ConfinedRun confined, ProviderRuntime runtime, Hop hop, ProbedBinary binary, RunRequest request)
            throws SandboxException {
        SandboxedRun run = confined.run();
        LaunchContext context = new LaunchContext(
                run.paths(),
                hop.model(),
                confined.login(),
                confined.upstream(),
                binary.version(),
                binary.probes(),
                turnLabels.apply(request.tenant()));
        LaunchPlan plan = launch(runtime, context, request);
        confined.start(Launch.contracted(
                runtime.provider().isolation(),
                plan,
                binary.path(),
                run.paths(),
                request.tenant(),
                request.requestId()));
        return plan;
    }

    /** An adapter that cannot plan is a fault of that hop, not of the server. */
    private static LaunchPlan launch(ProviderRuntime runtime, LaunchContext context, RunRequest request)
            throws SandboxException {
        try {
            return runtime.provider().launch(context, request.chat());
        } catch (RuntimeException e) {
            throw new SandboxException("the adapter has no plan for this request: " + e, e);
        }
    }

    private @Nullable Fault talk(
            SandboxedRun run,
            LaunchPlan plan,
            ProviderRuntime runtime,
            AnswerListener listener,
            Cancellation cancellation,
            Silence silence,
            UsageMeter meter)
            throws Cancelled, ClientGone, InterruptedException {
        try (var _ = cancellation.onCancel(run::interrupt)) {
            Attempt attempt = new Attempt(
                    run,
                    new GuardedDialogue(plan.dialogue()),
                    listener,
                    runtime.settings(),
                    cancellation,
                    silence,
                    ticker,
                    meter);
            return switch (attempt.converse()) {
                case DialogueEnd.Failed failed -> failed.fault();
                case DialogueEnd.Finished finished -> {
                    meter.settle(finished.usage());
                    listener.finished(finished.reason(), meter.current(), meter.estimated());
                    letExit(run);
                    yield null;
                }
            };
        }
    }

    private static void letExit(SandboxedRun run) throws InterruptedException {
        if (run.awaitExit(LINGER) instanceof ExitStatus.NotAwaited) {
            run.stop(Stop.TERMINATE);
            run.awaitExit(LINGER);
        }
    }

    private void close(ConfinedRun run, RunRequest request) {
        try {
            run.close();
        } catch (SandboxedRun.Leak e) {
            leaks.increment();
            log.atError()
                    .addKeyValue("request_id", request.requestId())
                    .addKeyValue("leak", e.getMessage())
                    .log("a run left something behind");
        }
    }

    private static void report(RunRequest request, HopFailure failure) {
        log.atLevel(failure.tried() ? Level.WARN : Level.INFO)
                .addKeyValue("request_id", request.requestId())
                .addKeyValue("provider", failure.hop().provider())
                .addKeyValue("account", failure.hop().account())
                .addKeyValue("model", failure.hop().model())
                .addKeyValue("fault", failure.fault().kind())
                .addKeyValue("trigger", failure.trigger())
                .addKeyValue("detail", Redaction.forLog(failure.fault().logMessage()))
                .log(failure.tried() ? "attempt failed" : "hop passed over");
    }

    /** Of several hops' faults the client is told the one it can act on best: a limit with its reset beats a crash. */
    private static int usefulness(Fault fault) {
        return switch (fault.kind()) {
            case USAGE_LIMIT -> fault.resetAt() == null ? 9 : 10;
            case RATE_LIMIT -> 8;
            case QUEUE_FULL -> 7;
            case OVERLOADED -> 6;
            case BILLING -> 5;
            case LOGIN_DEAD, LOGIN_MISSING, FORBIDDEN -> 4;
            case TIMEOUT -> 3;
            case MODEL_UNAVAILABLE, SERVER_ERROR, CONNECTION, PROTOCOL, CLI_FAILED -> 2;
            case NOT_STARTABLE, SANDBOX_UNAVAILABLE -> 1;
            case BAD_REQUEST, CONTEXT_LENGTH, REQUEST_TOO_LARGE -> 0;
        };
    }
}
