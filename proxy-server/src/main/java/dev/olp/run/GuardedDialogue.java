package dev.olp.run;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.Step;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A dialogue whose own mistakes are a fault of its provider: the child is killed and the next hop may be tried. */
final class GuardedDialogue implements Dialogue {
    private static final Logger log = LoggerFactory.getLogger(GuardedDialogue.class);

    private final Dialogue dialogue;
    private @Nullable RuntimeException mistake;

    GuardedDialogue(Dialogue dialogue) {
        this.dialogue = dialogue;
    }

    @Override
    public Step opening() {
        return guarded(dialogue::opening);
    }

    @Override
    public Step accept(byte[] line) {
        return guarded(() -> dialogue.accept(line));
    }

    private Step guarded(Supplier<Step> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            log.atError().setCause(e).log("an adapter failed");
            mistake = e;
            return Step.end(Step.Ending.KILL);
        }
    }

    @Override
    public DialogueEnd end(ExitStatus exit, String stderrTail) {
        if (mistake == null) {
            try {
                return dialogue.end(exit, stderrTail);
            } catch (RuntimeException e) {
                log.atError().setCause(e).log("an adapter failed");
                mistake = e;
            }
        }
        return new DialogueEnd.Failed(Fault.of(Fault.Kind.PROTOCOL, "the adapter failed: " + mistake));
    }

    @Override
    public int skipped() {
        return dialogue.skipped();
    }
}
