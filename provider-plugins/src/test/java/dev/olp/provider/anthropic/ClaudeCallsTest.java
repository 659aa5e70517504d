package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatEvent.ToolCallDelta;
import dev.olp.provider.ChatEvent.ToolCallStart;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the calls in recorded answers. */
class ClaudeCallsTest {
    private static List<ChatEvent> calls(ClaudeDriver driver) {
        return driver.events.stream()
                .filter(event -> event instanceof ToolCallStart || event instanceof ToolCallDelta)
                .toList();
    }

    private static List<String> cut(List<String> lines, String mark) {
        int at = 0;
        while (!lines.get(at).contains(mark)) {
            at++;
        }
        return lines.subList(0, at);
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-2.1.152", "claude-2.1.332"})
    void a_call_begins_at_once_and_its_arguments_come_in_the_models_pieces(String version) {
        ClaudeDriver driver = ClaudeDriver.answered(version + "-tool-one");

        assertThat(calls(driver))
                .containsExactly(
                        new ToolCallStart(0, "toolu_01A", "get_weather"),
                        new ToolCallDelta(0, "{\"city\":\"Os"),
                        new ToolCallDelta(0, "lo\"}"));
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end())
                .isEqualTo(new DialogueEnd.Finished(FinishReason.TOOL_CALLS, new Usage(28, 3, 0, 12, 0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-2.1.152", "claude-2.1.332"})
    void two_calls_have_their_places_and_one_without_arguments_has_an_empty_object(String version) {
        assertThat(calls(ClaudeDriver.answered(version + "-tool-two")))
                .contains(
                        new ToolCallStart(0, "toolu_01A", "get_weather"),
                        new ToolCallStart(1, "toolu_01B", "get_time"),
                        new ToolCallDelta(1, "{}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-2.1.152", "claude-2.1.332"})
    void text_before_a_call_is_text(String version) {
        ClaudeDriver driver = ClaudeDriver.answered(version + "-tool-text");

        assertThat(driver.text()).isEqualTo("Let me look.");
        assertThat(calls(driver)).first().isEqualTo(new ToolCallStart(0, "toolu_01A", "get_weather"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-2.1.152", "claude-2.1.332"})
    void a_call_that_the_cap_breaks_off_stays_broken_off(String version) {
        ClaudeDriver driver = ClaudeDriver.answered(version + "-tool-max-tokens");

        assertThat(calls(driver))
                .containsExactly(
                        new ToolCallStart(0, "toolu_01A", "get_weather"), new ToolCallDelta(0, "{\"city\":\"Os"));
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Finished.class,
                        end -> assertThat(end.reason()).isEqualTo(FinishReason.LENGTH));
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-2.1.152", "claude-2.1.332"})
    void a_call_of_a_tool_that_nobody_offered_is_a_fault_and_not_told(String version) {
        ClaudeDriver driver = ClaudeDriver.answered(version + "-tool-unknown");

        assertThat(calls(driver)).isEmpty();
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.PROTOCOL));
    }

    @Test
    void the_run_ends_with_the_message_and_before_anything_that_follows_it() {
        List<String> lines = ClaudeDriver.fixture("claude-2.1.332-tool-two");
        List<String> message = new ArrayList<>(cut(lines, "\"message_stop\""));
        ClaudeDriver open = ClaudeDriver.askedAs(lines).feed(message);
        assertThat(open.ending).isEqualTo(Step.Ending.NONE);

        open.feed(lines.get(message.size()));

        assertThat(open.ending).isEqualTo(Step.Ending.KILL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"message_stop\"", "\"rate_limit_event\""})
    void calls_whose_message_said_why_it_stopped_are_whole_however_the_run_ends(String mark) {
        List<String> lines = ClaudeDriver.fixture("claude-2.1.332-tool-two");

        assertThat(ClaudeDriver.askedAs(lines).feed(cut(lines, mark)).end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Finished.class,
                        end -> assertThat(end.reason()).isEqualTo(FinishReason.TOOL_CALLS));
    }

    @Test
    void a_stream_that_breaks_off_in_a_call_is_never_a_success() {
        List<String> lines = ClaudeDriver.fixture("claude-2.1.332-tool-two");
        List<String> all = cut(lines, "\"message_delta\"");
        for (int kept = 0; kept <= all.size(); kept++) {
            ClaudeDriver driver = ClaudeDriver.askedAs(lines).feed(all.subList(0, kept));

            assertThat(driver.ending).as("after %s lines", kept).isEqualTo(Step.Ending.NONE);
            assertThat(driver.end()).as("after %s lines", kept).isInstanceOf(DialogueEnd.Failed.class);
        }
    }

    @Test
    void a_stream_that_was_cut_behind_a_call_is_the_providers_failure() {
        List<String> lines = ClaudeDriver.fixture("claude-2.1.332-tool-two");
        ClaudeDriver driver = ClaudeDriver.askedAs(lines)
                .feed(cut(lines, "\"message_delta\""))
                .feed(lines.getLast());

        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.CONNECTION));
    }

    @Test
    void a_second_message_behind_calls_is_a_fault() {
        List<String> lines = ClaudeDriver.fixture("claude-2.1.332-tool-two");
        String again = lines.stream()
                .filter(line -> line.contains("\"message_start\""))
                .findFirst()
                .orElseThrow();
        List<String> twice = Stream.concat(cut(lines, "\"message_delta\"").stream(), Stream.of(again))
                .toList();

        ClaudeDriver driver = ClaudeDriver.askedAs(lines).feed(twice);

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.PROTOCOL));
    }
}
