package dev.olp.provider.openai;

import static dev.olp.provider.openai.CodexDriver.chat;
import static dev.olp.provider.openai.CodexDriver.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What codex answered to this very dialogue: injected history, raw events, the stripped catalog. */
class OwnTranscriptsTest {
    private static final String HELLO = "Hello from the fake upstream. Unicode: é中😀 end.";
    private static final String PART = "Hello from the fak";
    private static final Usage COUNTED = new Usage(100, 20, 0, 15, 5);

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void the_echo_of_a_history_with_tool_calls_changes_nothing(String version) {
        CodexDriver driver = CodexDriver.of(version, CodexDriver.history())
                .feed(CodexDriver.transcript(version + "-app-server-olp-history"));

        assertThat(driver.text()).isEqualTo(HELLO);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, COUNTED));
        assertThat(driver.dialogue.skipped()).isZero();
        assertThat(driver.written).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource({
        "0.133.0, ok, STOP",
        "0.133.0, nodelta, STOP",
        "0.171.0, nodelta, STOP",
    })
    void a_whole_answer_is_relayed_with_deltas_or_without(String version, String name, FinishReason reason) {
        CodexDriver driver = play(version, name);

        assertThat(driver.text()).isEqualTo(HELLO);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(reason, COUNTED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void two_messages_are_a_blank_line_apart(String version) {
        assertThat(play(version, "two").text()).isEqualTo(HELLO + "\n\n" + HELLO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void reasoning_of_several_parts_is_told_once(String version) {
        CodexDriver driver = play(version, "reason");

        assertThat(driver.reasoning()).isEqualTo("**Thinking** about\n\nsecond part\n\nraw text");
        assertThat(driver.text()).isEqualTo(HELLO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void a_refusal_that_codex_drops_was_withheld(String version) {
        CodexDriver driver = play(version, "refusal");

        assertThat(driver.text()).isEmpty();
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.CONTENT_FILTER, COUNTED));
    }

    @ParameterizedTest
    @CsvSource({
        "0.171.0, incomplete, LENGTH, true",
        "0.133.0, incomplete, LENGTH, false",
        "0.171.0, incompletecf, CONTENT_FILTER, false",
        "0.133.0, incompletecf, CONTENT_FILTER, false",
    })
    void a_cut_answer_keeps_what_came_and_what_was_counted(
            String version, String name, FinishReason reason, boolean counted) {
        CodexDriver driver = play(version, name);

        assertThat(driver.text()).isEqualTo(PART);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(reason, counted ? COUNTED : Usage.ZERO));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void a_tool_call_is_killed_at_its_first_line(String version) {
        CodexDriver driver = play(version, "tool-shell");

        assertThat(driver.text()).isEmpty();
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.PROTOCOL));
    }

    @ParameterizedTest
    @CsvSource({
        "0.171.0, failctx, CONTEXT_LENGTH",
        "0.133.0, failctx, CONTEXT_LENGTH",
        "0.133.0, 400ctx, CONTEXT_LENGTH",
        "0.133.0, 400, BAD_REQUEST",
        "0.133.0, 401, LOGIN_DEAD",
        "0.133.0, 404, MODEL_UNAVAILABLE",
        "0.133.0, 429, RATE_LIMIT",
        "0.133.0, 429plan, USAGE_LIMIT",
        "0.133.0, 500, SERVER_ERROR",
        "0.133.0, 503, OVERLOADED",
        "0.133.0, 529, OVERLOADED",
        "0.133.0, close, CONNECTION",
        "0.133.0, cut, CONNECTION",
    })
    void each_fault_has_its_name_on_either_version(String version, String name, Fault.Kind kind) {
        assertThat(play(version, name).end()).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(kind);
            assertThat(failed.fault().logMessage()).isNotEmpty().doesNotContain("://");
        });
    }

    private static CodexDriver play(String version, String name) {
        return CodexDriver.of(version, chat(user("Q")))
                .feed(CodexDriver.transcript(version + "-app-server-olp-" + name));
    }
}
