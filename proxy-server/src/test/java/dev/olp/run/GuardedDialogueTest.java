package dev.olp.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.Step;
import org.junit.jupiter.api.Test;

class GuardedDialogueTest {
    @Test
    void anAdaptersMistakeKillsTheChildAndIsTheProvidersFault() {
        GuardedDialogue guarded = new GuardedDialogue(new Broken());

        assertThat(guarded.opening()).isEqualTo(Step.NOTHING);
        assertThat(guarded.accept(new byte[0]).ending()).isEqualTo(Step.Ending.KILL);
        assertThat(guarded.end(new ExitStatus.NotAwaited(), ""))
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.PROTOCOL));
    }

    private static final class Broken implements Dialogue {
        @Override
        public Step opening() {
            return Step.NOTHING;
        }

        @Override
        public Step accept(byte[] line) {
            throw new IllegalStateException("a case that nobody thought of");
        }

        @Override
        public DialogueEnd end(ExitStatus exit, String stderrTail) {
            throw new IllegalStateException("and one more");
        }

        @Override
        public int skipped() {
            return 0;
        }
    }
}
