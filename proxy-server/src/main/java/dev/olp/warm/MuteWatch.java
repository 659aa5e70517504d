package dev.olp.warm;

import dev.olp.confinement.ConfinedRun;
import dev.olp.isolation.SandboxedRun.Stop;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends a run that was given a request and neither says anything nor asks its provider; its request then begins again. */
record MuteWatch(ScheduledExecutorService timer) {
    /** How long nothing may be said, before it is taken for dead. */
    private static final Duration SPEAKS_WITHIN = Duration.ofSeconds(10);

    /** @throws java.util.concurrent.RejectedExecutionException once the timer is shut down */
    void over(ConfinedRun run, HeardDialogue dialogue) {
        var _ = timer.schedule(
                () -> look(run, dialogue), SPEAKS_WITHIN.toNanos() - dialogue.silence(), TimeUnit.NANOSECONDS);
    }

    private void look(ConfinedRun run, HeardDialogue dialogue) {
        if (run.hasCalled()) {
            return;
        }
        if (dialogue.silence() < SPEAKS_WITHIN.toNanos()) {
            over(run, dialogue);
        } else if (run.withdraw()) { // no call can come between this and the end
            run.run().stop(Stop.KILL);
        }
    }
}
