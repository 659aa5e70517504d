package dev.olp.provider.mistral;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VibeDialogueTest {
    private static final String SYSTEM = """
            {"role":"system","content":"Be brief.","injected":false,"message_id":"1"}""";
    private static final String USER = """
            {"role":"user","content":"Q","message_id":"2"}""";

    private final VibeDialogue dialogue = new VibeDialogue(out -> {});
    private final List<ChatEvent> events = new ArrayList<>();
    private Step.Ending ending = Step.Ending.NONE;

    private void feed(String... lines) {
        for (String line : lines) {
            Step step = dialogue.accept(line.getBytes(StandardCharsets.UTF_8));
            events.addAll(step.events());
            if (step.ending() != Step.Ending.NONE) {
                ending = step.ending();
            }
        }
    }

    private DialogueEnd exit(int code, String stderr) {
        return dialogue.end(new ExitStatus.Exited(code), stderr);
    }

    private static void assertFailed(DialogueEnd end, Fault.Kind kind) {
        assertThat(end).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(kind);
            assertThat(failed.fault().clientMessage()).isNull();
        });
    }

    @Test
    void stdin_is_closed_behind_the_prompt() {
        Step opening = dialogue.opening();

        assertThat(opening.writes()).hasSize(1);
        assertThat(opening.closeStdin()).isTrue();
    }

    @Test
    void the_answer_behind_the_question_is_told_with_its_reasoning_apart() {
        feed(SYSTEM, USER, """
                {"role":"assistant","content":"Hello é😀","reasoning_content":"Hm.","tool_calls":null,"message_id":"3"}""");

        assertThat(events).containsExactly(new ChatEvent.ReasoningDelta("Hm."), new ChatEvent.TextDelta("Hello é😀"));
        assertThat(exit(0, "")).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, Usage.ZERO));
        assertThat(dialogue.skipped()).isZero();
    }

    @Test
    void content_in_pieces_is_joined() {
        feed(USER, """
                {"role":"assistant","content":["a",{"type":"text","text":"b"},{"type":"x"}]}""");

        assertThat(events).containsExactly(new ChatEvent.TextDelta("ab"));
    }

    @Test
    void an_assistant_message_before_the_question_is_no_answer() {
        feed("""
                {"role":"assistant","content":"Welcome"}""", USER);

        assertThat(events).isEmpty();
        assertFailed(exit(0, ""), Fault.Kind.PROTOCOL);
    }

    @Test
    void an_exit_without_an_answer_is_no_success() {
        feed("Bye!");

        assertThat(dialogue.skipped()).isEqualTo(1);
        assertFailed(exit(0, ""), Fault.Kind.PROTOCOL);
    }

    @Test
    void an_answer_without_a_clean_exit_is_no_success() {
        feed(USER, """
                {"role":"assistant","content":"part"}""");

        assertFailed(exit(1, "Traceback (most recent call last):"), Fault.Kind.CLI_FAILED);
    }

    @Test
    void a_called_tool_kills_the_run() {
        feed(USER, """
                {"role":"assistant","content":"","tool_calls":[{"id":"t","function":{"name":"bash","arguments":"{}"}}]}""");

        assertThat(ending).isEqualTo(Step.Ending.KILL);
        assertFailed(dialogue.end(new ExitStatus.NotAwaited(), ""), Fault.Kind.PROTOCOL);
    }

    @Test
    void a_second_answer_kills_the_run() {
        String answer = """
                {"role":"assistant","content":"one"}""";
        feed(USER, answer, answer);

        assertThat(ending).isEqualTo(Step.Ending.KILL);
        assertThat(events).hasSize(1);
        assertFailed(dialogue.end(new ExitStatus.NotAwaited(), ""), Fault.Kind.PROTOCOL);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RATE_LIMIT | vibe.core.RateLimitError: Rate limits exceeded. Please wait a moment before trying again.",
                "LOGIN_DEAD | Error: API error from mistral (model: m): Invalid API key. Please check your API key.",
                "LOGIN_DEAD | Error: Missing MISTRAL_API_KEY. Set the environment variable MISTRAL_API_KEY",
                "CONTEXT_LENGTH | vibe.core.ContextTooLongError: too long",
                "SERVER_ERROR | Error: API error from mistral (model: m): LLM backend error, status: 500",
                "OVERLOADED | LLM backend error, status: 529",
                "MODEL_UNAVAILABLE | LLM backend error, status: 404",
                "BAD_REQUEST | LLM backend error, status: 422",
                "CONNECTION | httpx.ConnectError: All connection attempts failed",
                "TIMEOUT | httpx.ReadTimeout",
                "CLI_FAILED | Error: No prompt provided for programmatic mode",
                "CLI_FAILED | Traceback (most recent call last):",
            })
    void stderr_names_the_fault(Fault.Kind kind, String stderr) {
        feed(SYSTEM, USER);

        assertFailed(exit(1, stderr), kind);
    }

    @Test
    void a_refusal_is_a_content_filter() {
        feed(SYSTEM, USER);

        assertThat(exit(1, "vibe.core.RefusalError: no"))
                .isEqualTo(new DialogueEnd.Finished(FinishReason.CONTENT_FILTER, Usage.ZERO));
    }
}
