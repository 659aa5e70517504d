package dev.olp.warm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Step;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeardDialogueTest {
    private final AtomicLong now = new AtomicLong(100);

    @Test
    void it_is_silent_since_the_last_line_of_either_side() {
        HeardDialogue dialogue = new HeardDialogue(new Nothing(), now::get);
        now.set(103);
        assertThat(dialogue.silence()).isEqualTo(3);
        dialogue.opening();
        assertThat(dialogue.silence()).isZero();
        now.set(110);
        assertThat(dialogue.silence()).isEqualTo(7);
        dialogue.accept(new byte[0]);
        now.set(111);
        assertThat(dialogue.silence()).isEqualTo(1);
    }

    private static final class Nothing implements Dialogue {
        @Override
        public Step opening() {
            return Step.NOTHING;
        }

        @Override
        public Step accept(byte[] line) {
            return Step.NOTHING;
        }

        @Override
        public DialogueEnd end(ExitStatus exit, String stderrTail) {
            throw new IllegalStateException("it does not end");
        }

        @Override
        public int skipped() {
            return 0;
        }
    }
}
