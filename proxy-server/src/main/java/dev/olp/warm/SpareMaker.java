package dev.olp.warm;

import dev.olp.confinement.Confinement;
import dev.olp.confinement.HeldRun;
import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.provider.Greeting.Heard;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.provider.SpareContext;
import dev.olp.provider.SparePlan;
import dev.olp.run.Launch;
import dev.olp.run.ProbedBinary;
import dev.olp.run.RunCloser;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Starts processes ahead.
 *
 * @param models ids of a provider's models
 * @param ticker nanoseconds, monotonic
 */
record SpareMaker(
        Confinement confinement,
        Function<Provider, List<String>> models,
        RunCloser closer,
        Clock clock,
        LongSupplier ticker) {
    /** Whose it is in the eyes of the provider's contract. */
    private static final String NOBODY = "nobody";

    /** A slow machine that does much else. */
    private static final Duration READY_WITHIN = Duration.ofSeconds(20);

    /** How soon it is noticed that it is not wanted any more. */
    private static final Duration LOOK = Duration.ofMillis(200);

    /** Why none can be made, whatever happens; empty where one can. */
    Optional<String> obstacle(Provider provider) {
        return confinement.cannotHold(provider);
    }

    /**
     * Starts one and waits until it can be given a request.
     *
     * @param wanted whether it is still
     * @return empty where this CLI takes no request late
     * @throws SandboxException when it did not get that far; nothing is left of it
     */
    Optional<Spare> make(Provider provider, ProbedBinary binary, Login.Kind kind, BooleanSupplier wanted)
            throws SandboxException, InterruptedException {
        Birth birth = Birth.of(binary.path(), today(), ticker.getAsLong());
        String name = "spare-" + provider.id();
        HeldRun held = confinement.hold(provider, binary.path(), kind, name);
        boolean ready = false;
        try {
            SpareContext context = new SpareContext(
                    held.run().paths(),
                    held.login(),
                    held.upstream(),
                    binary.version(),
                    binary.probes(),
                    models.apply(provider));
            Optional<SparePlan> plan = provider.spare(context);
            if (plan.isEmpty()) {
                return Optional.empty();
            }
            ChildSpec spec =
                    Launch.ahead(provider.isolation(), plan.get(), binary.path(), context.paths(), NOBODY, name);
            held.start(spec);
            greet(held.run(), plan.get(), wanted);
            ready = true;
            return Optional.of(new Spare(held, context, plan.get(), spec, binary, birth));
        } finally {
            if (!ready) {
                closer.close(held::close, name);
            }
        }
    }

    /** Whether one that is started now would be no other. */
    boolean holds(Spare spare) {
        return spare.birth().holds(spare.binary().path(), today(), ticker.getAsLong());
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private void greet(SandboxedRun run, SparePlan plan, BooleanSupplier wanted)
            throws SandboxException, InterruptedException {
        plan.greeting().opening().forEach(run::write);
        long deadline = ticker.getAsLong() + READY_WITHIN.toNanos();
        while (wanted.getAsBoolean() && ticker.getAsLong() - deadline < 0) {
            Heard heard = switch (run.next(LOOK)) {
                case ChildSignal.TimedOut _ -> Heard.NOTHING;
                case ChildSignal.Line line -> plan.greeting().hear(line.bytes());
                case ChildSignal.OutputEnded _, ChildSignal.LimitExceeded _, ChildSignal.Interrupted _ -> Heard.DOUBT;
            };
            if (heard == Heard.READY) {
                return;
            }
            if (heard == Heard.DOUBT) {
                break;
            }
        }
        throw new SandboxException(
                wanted.getAsBoolean()
                        ? "it did not say that it is ready: " + run.stderrTail()
                        : "it is not wanted any more");
    }
}
