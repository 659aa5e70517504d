package dev.olp.run;

import dev.olp.confinement.ConfinedRun;
import dev.olp.http.ClientGone;
import dev.olp.isolation.SandboxedRun;
import dev.olp.isolation.SandboxedRun.Stop;
import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.run.Cancellation.Cancelled;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What is said between one hop's child and its client, from the started child to nothing left of it. */
record Conversation(RunSettings settings, Client client, LongSupplier ticker, InstantSource clock, UsageMeter meter) {
    /** How long a child whose answer is whole may take to exit by itself before it is asked to, and then made to. */
    private static final Duration LINGER = Duration.ofSeconds(2);

    /** Null after a whole answer. */
    @Nullable
    Fault with(StartedRun started) throws Cancelled, ClientGone, InterruptedException {
        ConfinedRun confined = started.confined();
        SandboxedRun run = confined.run();
        try (var _ = client.cancellation().onCancel(run::interrupt)) {
            Attempt attempt = new Attempt(
                    run,
                    new GuardedDialogue(started.dialogue()),
                    client.listener(),
                    settings,
                    client.cancellation(),
                    client.silence(),
                    ticker,
                    meter);
            return switch (attempt.converse()) {
                case DialogueEnd.Failed failed ->
                    confined.explained(failed.fault().told(clock.instant()));
                case DialogueEnd.Finished finished -> {
                    meter.settle(finished.usage());
                    client.listener().finished(finished.reason(), meter.current(), meter.estimated());
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
}
