package dev.olp.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatEvent.ReasoningDelta;
import dev.olp.provider.ChatEvent.TextDelta;
import dev.olp.provider.ChatEvent.ToolCallDelta;
import dev.olp.provider.ChatEvent.ToolCallStart;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.provider.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeededToolsTest {
    private static final ToolCallStart F = new ToolCallStart(0, "1", "f");
    private static final ToolCallDelta F_ARGUMENTS = new ToolCallDelta(0, "{}");
    private static final ToolCallStart G = new ToolCallStart(1, "2", "g");
    private static final ToolCallDelta G_ARGUMENTS = new ToolCallDelta(1, "{\"a\":1}");
    private static final TextDelta TEXT = new TextDelta("I look.");
    private static final ReasoningDelta THOUGHT = new ReasoningDelta("hm");

    @Test
    void whatMayBeSaidAndCalledIsPassedOn() {
        HeededTools heeded =
                heeded(new ToolChoice.Auto(), true, FinishReason.STOP, THOUGHT, TEXT, F, G, F_ARGUMENTS, G_ARGUMENTS);

        assertThat(events(heeded)).containsExactly(THOUGHT, TEXT, F, G, F_ARGUMENTS, G_ARGUMENTS);
        assertThat(reason(heeded)).isEqualTo(FinishReason.TOOL_CALLS);
    }

    @Test
    void withoutACallTheAnswerIsWhatItIs() {
        HeededTools heeded = heeded(new ToolChoice.Auto(), true, FinishReason.STOP, TEXT);

        assertThat(events(heeded)).containsExactly(TEXT);
        assertThat(reason(heeded)).isEqualTo(FinishReason.STOP);
    }

    @Test
    void whereOneCallIsAllowedTheOthersAreDropped() {
        HeededTools heeded =
                heeded(new ToolChoice.Auto(), false, FinishReason.TOOL_CALLS, F, G, G_ARGUMENTS, F_ARGUMENTS);

        assertThat(events(heeded)).containsExactly(F, F_ARGUMENTS);
        assertThat(reason(heeded)).isEqualTo(FinishReason.TOOL_CALLS);
    }

    @Test
    void theToolThatIsNamedIsCalledAloneAndWithoutAWord() {
        HeededTools heeded = heeded(
                new ToolChoice.Named("g"),
                true,
                FinishReason.TOOL_CALLS,
                THOUGHT,
                TEXT,
                F,
                F_ARGUMENTS,
                G,
                G_ARGUMENTS);

        assertThat(events(heeded))
                .containsExactly(THOUGHT, new ToolCallStart(0, "2", "g"), new ToolCallDelta(0, "{\"a\":1}"));
        assertThat(reason(heeded)).isEqualTo(FinishReason.TOOL_CALLS);
    }

    @Test
    void anAnswerWithoutTheCallThatWasAskedForIsNone() {
        HeededTools heeded = heeded(new ToolChoice.Required(), true, FinishReason.STOP, THOUGHT, TEXT);

        assertThat(events(heeded)).as("another hop may still answer").isEmpty();
        assertThat(heeded.end(new ExitStatus.NotAwaited(), ""))
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.NO_CALL));
    }

    @Test
    void s67_whatIsCutIsNotCalledWhole() {
        HeededTools heeded =
                heeded(new ToolChoice.Required(), true, FinishReason.LENGTH, F, new ToolCallDelta(0, "{\"a"));

        assertThat(events(heeded)).containsExactly(F, new ToolCallDelta(0, "{\"a"));
        assertThat(reason(heeded)).isEqualTo(FinishReason.LENGTH);
    }

    private static List<ChatEvent> events(HeededTools heeded) {
        return heeded.accept(new byte[0]).events();
    }

    private static FinishReason reason(HeededTools heeded) {
        return ((DialogueEnd.Finished) heeded.end(new ExitStatus.NotAwaited(), "")).reason();
    }

    private static HeededTools heeded(ToolChoice choice, boolean parallel, FinishReason reason, ChatEvent... events) {
        List<Tool> offered = List.of(new Tool("f", "", "{}", null), new Tool("g", "", "{}", null));
        return new HeededTools(new OneStep(reason, Step.of(events)), new Tools(offered, choice, parallel));
    }

    private record OneStep(FinishReason reason, Step step) implements Dialogue {
        @Override
        public Step opening() {
            return Step.NOTHING;
        }

        @Override
        public Step accept(byte[] line) {
            return step;
        }

        @Override
        public DialogueEnd end(ExitStatus exit, String stderrTail) {
            return new DialogueEnd.Finished(reason, Usage.ZERO);
        }

        @Override
        public int skipped() {
            return 0;
        }
    }
}
