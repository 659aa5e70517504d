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
import dev.olp.routing.Hop;
import dev.olp.run.Cancellation.Cancelled;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
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
    /** How long a child whose answer is whole may take to exit by itself before it is asked to, and then made to. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    private final Map<String, ProviderRuntime> providers;
    private final Confinement confinement;
    private final Proofs proofs;
    private final LoginSource logins;
    private final UnaryOperator<String> turnLabels;
    private final LongSupplier ticker;
    private final LongAdder leaks;
    private final BiConsumer<Hop, Fault> faults;

    /**
     * Makes the engine.
     *
     * @param providers the enabled providers by id
     * @param turnLabels an unguessable label for a tenant
     * @param faults told of each attempt that failed
     * @param leaks counts the runs that left a process or a file behind
     * @param ticker nanoseconds, monotonic
     */
    public RunEngine(
            Map<String, ProviderRuntime> providers,
            Confinement confinement,
            Proofs proofs,
            LoginSource logins,
            UnaryOperator<String> turnLabels,
            BiConsumer<Hop, Fault> faults,
            LongAdder leaks,
            LongSupplier ticker) {
        this.providers = Map.copyOf(providers);
        this.confinement = confinement;
        this.proofs = proofs;
        this.logins = logins;
        this.turnLabels = turnLabels;
        this.faults = faults;
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
            HopLogin login = new HopLogin(logins, hop);
            Fault fault = tryHop(request, hop, login, listener, cancellation, silence, trace);
            if (login.isRenewedAfter(fault) && !listener.shown()) {
                fault = tryHop(request, hop, login, listener, cancellation, silence, trace);
                login.isRenewedAfter(fault);
            }
            if (fault == null) {
                return new RunEnd.Answered();
            }
            trace.failed(new HopFailure(hop, fault.kind().name().toLowerCase(Locale.ROOT), fault));
            report(request, hop, fault);
            faults.accept(hop, fault);
            RunEnd.Failed failed = new RunEnd.Failed(fault, hop.provider());
            if (listener.shown() || !fault.kind().advances()) {
                return failed;
            }
            best = best == null || usefulness(fault) > usefulness(best.fault()) ? failed : best;
        }
        if (best == null) {
            throw new IllegalArgumentException("no hops");
        }
        return best;
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
        ProviderRuntime runtime = providers.get(hop.provider());
        if (runtime == null) {
            return Fault.of(Fault.Kind.NOT_STARTABLE, "provider " + hop.provider() + " is not enabled");
        }
        Optional<Fault> tooWeak =
                MinTier.unmet(request.minTier(), confinement.walls().posture());
        if (tooWeak.isPresent()) {
            return tooWeak.get();
        }
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
        try (Slots.Permit _ = runtime.slots().acquire(cancellation, silence)) {
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
        } catch (Slots.QueueFull e) {
            trace.queued(ticker.getAsLong() - asked);
            return Fault.of(Fault.Kind.QUEUE_FULL, String.valueOf(e.getMessage()));
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
                settings.totalTimeout()));
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

    private static void report(RunRequest request, Hop hop, Fault fault) {
        log.atWarn()
                .addKeyValue("request_id", request.requestId())
                .addKeyValue("provider", hop.provider())
                .addKeyValue("model", hop.model())
                .addKeyValue("fault", fault.kind())
                .addKeyValue("detail", Redaction.forLog(fault.logMessage()))
                .log("attempt failed");
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
