package dev.olp.run;

import dev.olp.confinement.ConfinedRun;
import dev.olp.confinement.Confinement;
import dev.olp.confinement.RunWish;
import dev.olp.http.ClientGone;
import dev.olp.isolation.SandboxException;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.FinishReason;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.Cancellation.Cancelled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A real run of a CLI against an upstream of ours, as a request would have it.
 *
 * @param name of the run and of its tenant
 */
record Rehearsal(Confinement confinement, LongSupplier ticker, String name) {
    private static final RunSettings BOUNDS =
            new RunSettings(null, Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofSeconds(60), null);

    /**
     * All that came of it.
     *
     * @param events in order
     */
    record Heard(List<ChatEvent> events, DialogueEnd end) {}

    /**
     * Runs it to its end; nothing is left of it.
     *
     * @param upstream the base URL of an API on loopback
     * @param planted changes the plan before it is carried out
     */
    Heard run(
            Provider provider,
            ProbedBinary binary,
            String model,
            Login login,
            String upstream,
            ChatRequest chat,
            UnaryOperator<LaunchPlan> planted)
            throws SandboxException, InterruptedException {
        try (ConfinedRun confined = confinement.open(new RunWish(
                name,
                name + "-" + provider.id(),
                provider,
                binary.path(),
                name,
                login,
                upstream,
                BOUNDS.totalTimeout(),
                limits -> {}))) {
            LaunchPlan plan = planted.apply(provider.launch(
                    new LaunchContext(
                            confined.run().paths(),
                            model,
                            confined.login(),
                            confined.upstream(),
                            binary.version(),
                            binary.probes(),
                            name),
                    chat));
            confined.start(Launch.contracted(
                    provider.isolation(), plan, binary.path(), confined.run().paths(), name, name));
            Collector collector = new Collector();
            DialogueEnd end = new Attempt(
                            confined.run(),
                            new GuardedDialogue(plan.dialogue()),
                            collector,
                            BOUNDS,
                            new Cancellation(),
                            Silence.UNNOTICED,
                            ticker,
                            new UsageMeter(provider.hints(), 0))
                    .converse();
            return new Heard(collector.events, end);
        } catch (NoLogin e) {
            throw new SandboxException("no login for " + name + ": " + e.getMessage(), e);
        } catch (Cancelled | ClientGone nobodyCanCancel) {
            throw new IllegalStateException(nobodyCanCancel);
        }
    }

    private static final class Collector implements AnswerListener {
        private final List<ChatEvent> events = new ArrayList<>();

        @Override
        public void serving(Hop hop) {}

        @Override
        public Wish event(ChatEvent event) {
            events.add(event);
            return Wish.MORE;
        }

        @Override
        public void finished(FinishReason reason, Usage usage, boolean estimated) {}

        @Override
        public boolean shown() {
            return false;
        }
    }
}
