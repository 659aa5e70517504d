package dev.olp.warm;

import dev.olp.confinement.HeldRun;
import dev.olp.confinement.RunWish;
import dev.olp.isolation.ChildSignal;
import dev.olp.isolation.ChildSpec;
import dev.olp.isolation.SandboxException;
import dev.olp.isolation.SandboxedRun;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Dialogue;
import dev.olp.provider.Greeting.Heard;
import dev.olp.provider.Login;
import dev.olp.provider.SpareContext;
import dev.olp.provider.SparePlan;
import dev.olp.run.Launch;
import dev.olp.run.ProbedBinary;
import dev.olp.run.StartedRun;
import java.time.Duration;
import java.util.Optional;

/**
 * One process that waits. It is looked at and taken by one thread at a time.
 *
 * @param context as it was started with
 * @param spec likewise
 * @param birth when and from what
 */
record Spare(HeldRun held, SpareContext context, SparePlan plan, ChildSpec spec, ProbedBinary binary, Birth birth) {
    /** Whether it still waits, and says nothing that a waiting process does not say. */
    boolean waits() throws InterruptedException {
        while (true) {
            switch (held.run().next(Duration.ZERO)) {
                case ChildSignal.TimedOut _ -> {
                    return true;
                }
                case ChildSignal.Line line -> {
                    if (plan.greeting().hear(line.bytes()) != Heard.NOTHING) {
                        return false;
                    }
                }
                case ChildSignal.OutputEnded _, ChildSignal.LimitExceeded _, ChildSignal.Interrupted _ -> {
                    return false;
                }
            }
        }
    }

    /** Whether it was started from that binary, for a login of that kind. */
    boolean isOf(ProbedBinary wanted, Login.Kind kind) {
        return binary.equals(wanted) && context.login().kind() == kind;
    }

    /** What the request would be told late; empty when its process must be started otherwise. */
    Optional<Dialogue> dialogue(RunWish wish, String model, ChatRequest chat) {
        return wish.provider().late(context, model, chat);
    }

    /** Gives it to the wish's tenant, whose it is from now on, unless the contract wants him to have another one. */
    Optional<StartedRun> give(RunWish wish, Dialogue dialogue) throws SandboxException {
        ChildSpec wanted = Launch.ahead(
                wish.provider().isolation(), plan, spec.binary(), context.paths(), wish.tenant(), wish.runId());
        return wanted.equals(spec) ? Optional.of(new StartedRun(held.lead(wish), dialogue)) : Optional.empty();
    }

    void close() throws SandboxedRun.Leak {
        held.close();
    }
}
