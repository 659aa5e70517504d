package dev.olp.provider.openai;

import static dev.olp.provider.openai.CodexDriver.GREETED;
import static dev.olp.provider.openai.CodexDriver.assistant;
import static dev.olp.provider.openai.CodexDriver.calls;
import static dev.olp.provider.openai.CodexDriver.result;
import static dev.olp.provider.openai.CodexDriver.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Part;
import dev.olp.provider.Step;
import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of the client's tools, as codex tells of them. */
class ClientToolsTest {
    private static final Usage COUNTED = new Usage(100, 20, 0, 15, 5);
    private static final Tool WEATHER = new Tool(
            "get_weather", "The weather", "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}", null);
    private static final ChatEvent FIRST = new ChatEvent.ToolCallStart(0, "call_a", "get_weather");
    private static final ChatEvent FIRST_ARGUMENTS = new ChatEvent.ToolCallDelta(0, "{\"a\": \"é中😀\"}");
    private static final ChatEvent SECOND = new ChatEvent.ToolCallStart(1, "call_b", "get_weather");
    private static final ChatEvent SECOND_ARGUMENTS = new ChatEvent.ToolCallDelta(1, "{\"a\":\"2\"}");
    private static final ChatEvent COUNTS = new ChatEvent.UsageReport(COUNTED);

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void a_call_is_told_whole_and_ends_the_run_at_once(String version) {
        CodexDriver driver = play(version, "one");

        assertThat(driver.events).containsExactly(FIRST, FIRST_ARGUMENTS, COUNTS);
        assertCalled(driver);
    }

    @ParameterizedTest
    @CsvSource({"0.171.0, two", "0.171.0, slowtwo", "0.171.0, lite", "0.133.0, two", "0.133.0, slowtwo"})
    void calls_of_one_answer_are_told_in_the_models_order(String version, String name) {
        CodexDriver driver = play(version, name);

        assertThat(driver.events).containsExactly(FIRST, FIRST_ARGUMENTS, SECOND, SECOND_ARGUMENTS, COUNTS);
        assertCalled(driver);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void calls_are_told_without_raw_events_too(String version) {
        CodexDriver driver = play(version, "unraw");

        assertThat(driver.events.stream().filter(ChatEvent.ToolCallStart.class::isInstance))
                .extracting(event -> ((ChatEvent.ToolCallStart) event).id())
                .containsExactlyInAnyOrder("call_a", "call_b");
        assertThat(driver.events).last().isEqualTo(COUNTS);
        assertCalled(driver);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void text_before_a_call_comes_as_it_is_said(String version) {
        CodexDriver driver = play(version, "text");

        assertThat(driver.events)
                .containsExactly(
                        new ChatEvent.TextDelta("Let me lo"),
                        new ChatEvent.TextDelta("ok that u"),
                        new ChatEvent.TextDelta("p."),
                        FIRST,
                        FIRST_ARGUMENTS,
                        COUNTS);
        assertCalled(driver);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void the_calls_of_the_history_are_not_told_again(String version) {
        CodexDriver driver = CodexDriver.of(version, asked("loop")).feed(transcript(version, "loop"));

        assertThat(driver.events).containsExactly(FIRST, FIRST_ARGUMENTS, COUNTS);
        assertCalled(driver);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void broken_arguments_are_told_as_they_are(String version) {
        CodexDriver driver = play(version, "badjson");

        assertThat(driver.events).containsExactly(FIRST, new ChatEvent.ToolCallDelta(0, "{\"a\":"), COUNTS);
        assertCalled(driver);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0", "0.133.0"})
    void an_answer_cut_after_a_call_is_cut(String version) {
        CodexDriver driver = play(version, "incomplete");

        assertThat(driver.events).contains(FIRST, FIRST_ARGUMENTS);
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Finished.class,
                        finished -> assertThat(finished.reason()).isEqualTo(FinishReason.LENGTH));
    }

    @ParameterizedTest
    @CsvSource({
        "0.171.0, cut, CONNECTION",
        "0.133.0, cut, CONNECTION",
        "0.171.0, failed, OVERLOADED",
        "0.133.0, failed, OVERLOADED",
        "0.171.0, unknown, PROTOCOL",
        "0.133.0, unknown, PROTOCOL",
    })
    void an_answer_that_fails_after_a_call_is_none(String version, String name, Fault.Kind kind) {
        CodexDriver driver = play(version, name);

        assertThat(driver.events).contains(FIRST, FIRST_ARGUMENTS).doesNotContain(COUNTS);
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(kind));
        assertThat(driver.ending).isEqualTo(kind == Fault.Kind.PROTOCOL ? Step.Ending.KILL : Step.Ending.LINGER);
    }

    @Test
    void codex_is_answered_so_that_it_tells_of_the_answers_end() {
        CodexDriver driver = play("0.133.0", "two");

        assertThat(driver.written)
                .endsWith(
                        "{\"id\":0,\"error\":{\"code\":-32601,\"message\":\"refused\"}}\n",
                        "{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"refused\"}}\n");
    }

    @Test
    void a_huge_history_does_without_the_echo_and_keeps_its_tools() {
        Part huge = new Part.Image("image/png", "A".repeat(3 << 20));

        CodexDriver driver = CodexDriver.of("0.171.0", chat(user("Q"), calls("c"), result("c", huge)))
                .feed(GREETED);

        assertThat(driver.written.get(2)).contains("\"experimentalRawEvents\":false", "\"dynamicTools\":[{");
    }

    /** What the recording of that name answers to. */
    static ChatRequest asked(String name) {
        return name.endsWith("loop")
                ? chat(
                        user("Q"),
                        assistant("Let me look."),
                        calls("call_1", "call_2"),
                        result("call_1", new Part.Text("sunny")),
                        result("call_2", new Part.Text("Error: no such town")),
                        calls("call_3"),
                        result("call_3", new Part.Text("see"), new Part.Image("image/png", "iVBORw0KGgo=")))
                : chat(user("Q"));
    }

    private static void assertCalled(CodexDriver driver) {
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.TOOL_CALLS, COUNTED));
        assertThat(driver.dialogue.skipped()).isZero();
    }

    private static CodexDriver play(String version, String name) {
        return CodexDriver.of(version, chat(user("Q"))).feed(transcript(version, name));
    }

    private static List<String> transcript(String version, String name) {
        return CodexDriver.transcript(version + "-app-server-olp-tools-" + name);
    }

    private static ChatRequest chat(Turn... turns) {
        return new ChatRequest(
                List.of("Be brief."),
                List.of(turns),
                null,
                List.of(),
                null,
                new Tools(List.of(WEATHER), new ToolChoice.Auto(), true));
    }
}
