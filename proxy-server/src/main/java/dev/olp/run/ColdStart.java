package dev.olp.run;

import dev.olp.confinement.ConfinedRun;
import dev.olp.confinement.Confinement;
import dev.olp.confinement.RunWish;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import java.util.function.UnaryOperator;

/**
 * Starts a child for a request: a home, then the CLI in it.
 *
 * @param turnLabels an unguessable label for a tenant
 */
record ColdStart(Confinement confinement, UnaryOperator<String> turnLabels, RunCloser closer) {
    /** @throws SandboxException when it could not be started; nothing is left of it */
    StartedRun start(ProviderRuntime runtime, ProbedBinary binary, RunWish wish, String model, ChatRequest chat)
            throws SandboxException, NoLogin, InterruptedException {
        ConfinedRun confined = confinement.open(wish);
        boolean started = false;
        try {
            LaunchPlan plan = plan(runtime, context(confined, binary, wish, model), chat);
            confined.start(Launch.contracted(
                    runtime.provider().isolation(),
                    plan,
                    binary.path(),
                    confined.run().paths(),
                    wish.tenant(),
                    wish.runId()));
            started = true;
            return new StartedRun(confined, plan.dialogue());
        } finally {
            if (!started) {
                closer.close(confined::close, wish.runId());
            }
        }
    }

    private LaunchContext context(ConfinedRun confined, ProbedBinary binary, RunWish wish, String model) {
        SandboxedRun run = confined.run();
        return new LaunchContext(
                run.paths(),
                model,
                confined.login(),
                confined.upstream(),
                binary.version(),
                binary.probes(),
                turnLabels.apply(wish.tenant()));
    }

    /** An adapter that cannot plan is a fault of that hop, not of the server. */
    private static LaunchPlan plan(ProviderRuntime runtime, LaunchContext context, ChatRequest chat)
            throws SandboxException {
        try {
            return runtime.provider().launch(context, chat);
        } catch (RuntimeException e) {
            throw new SandboxException("the adapter has no plan for this request: " + e, e);
        }
    }
}
