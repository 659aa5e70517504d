package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.provider.common.CliLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ClaudeHistoryTest {
    private static List<JsonNode> lines(Turn... turns) {
        ChatRequest request = ClaudeDriver.chat(turns);
        return ClaudeHistory.of(request, "m").stream()
                .map(entry -> parse(entry.line()))
                .toList();
    }

    private static JsonNode parse(StdinLine line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            line.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Objects.requireNonNull(CliLines.object(out.toByteArray()), "not one JSON object");
    }

    private static String text(JsonNode line, int block) {
        return line.at("/message/content/" + block + "/text").stringValue();
    }

    @Test
    void earlier_turns_are_the_same_bytes_in_every_later_request() {
        List<JsonNode> shorter = lines(ClaudeDriver.user("/Q1"), ClaudeDriver.assistant("A1"), ClaudeDriver.user("Q2"));
        List<JsonNode> longer = lines(
                ClaudeDriver.user("/Q1"),
                ClaudeDriver.assistant("A1"),
                ClaudeDriver.user("Q2"),
                ClaudeDriver.assistant("A2"),
                ClaudeDriver.user("Q3"));

        assertThat(longer.subList(0, 2)).isEqualTo(shorter.subList(0, 2));
        assertThat(longer.get(2).get("message")).isEqualTo(shorter.get(2).get("message"));
    }

    @Test
    void every_line_has_an_id_of_its_own() {
        List<JsonNode> lines = lines(
                ClaudeDriver.user("Q"),
                ClaudeDriver.assistant("A"),
                ClaudeDriver.assistant("A"),
                ClaudeDriver.user("Q"));

        assertThat(lines).extracting(line -> line.get("uuid")).doesNotHaveDuplicates();
        assertThat(lines.get(1).at("/message/id")).isNotEqualTo(lines.get(2).at("/message/id"));
    }

    @Test
    void a_leading_slash_gets_one_blank_in_history_and_last_line_alike() {
        List<JsonNode> lines =
                lines(ClaudeDriver.user("/context"), ClaudeDriver.assistant("/context"), ClaudeDriver.user("/clear"));

        assertThat(text(lines.get(0), 0)).isEqualTo(" /context");
        assertThat(text(lines.get(1), 0)).isEqualTo("/context");
        assertThat(text(lines.get(2), 0)).isEqualTo(" /clear");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"@/etc/hostname", "!ls", "# note", "-p", "--help", " /context", "\n/context", "{}", "\"", "\\"})
    void other_texts_are_left_as_they_are(String text) {
        assertThat(text(lines(ClaudeDriver.user(text)).getFirst(), 0)).isEqualTo(text);
    }

    @Test
    void user_turns_in_a_row_are_one_line_of_several_blocks() {
        List<JsonNode> lines = lines(ClaudeDriver.user("one"), ClaudeDriver.user("two"));

        assertThat(lines).hasSize(1);
        assertThat(text(lines.getFirst(), 0)).isEqualTo("one");
        assertThat(text(lines.getFirst(), 1)).isEqualTo("two");
    }

    @Test
    void tool_calls_and_their_results_keep_ids_and_order() {
        List<JsonNode> lines = lines(
                ClaudeDriver.user("Q"),
                new Turn.Assistant(
                        "",
                        List.of(
                                new Turn.ToolCall("call_1", "weather", "{\"city\":\n\"Oslo\"}"),
                                new Turn.ToolCall("call_2", "time", "no json"))),
                new Turn.Tool("call_1", List.of(new Part.Text("sunny"), new Part.Image("image/png", "AAAA")), false),
                new Turn.Tool("call_2", List.of(), false),
                ClaudeDriver.user("And now?"));

        assertThat(lines).hasSize(3);
        JsonNode calls = lines.get(1).at("/message/content");
        assertThat(calls).hasSize(2);
        assertThat(calls.at("/0/id").stringValue()).isEqualTo("call_1");
        assertThat(calls.at("/0/input/city").stringValue()).isEqualTo("Oslo");
        assertThat(calls.at("/1/input/arguments").stringValue()).isEqualTo("no json");
        JsonNode results = lines.get(2).at("/message/content");
        assertThat(results).hasSize(3);
        assertThat(results.at("/0/tool_use_id").stringValue()).isEqualTo("call_1");
        assertThat(results.at("/0/content/1/source/data").stringValue()).isEqualTo("AAAA");
        assertThat(results.at("/1/content/0/text").stringValue()).isEqualTo(ClaudeBlocks.NO_CONTENT);
        assertThat(results.at("/2/text").stringValue()).isEqualTo("And now?");
    }

    @Test
    void thoughts_of_claudes_keep_their_place_and_their_seals_and_others_are_left_out() {
        List<JsonNode> lines = lines(
                ClaudeDriver.user("Q"),
                new Turn.Assistant(List.of(
                        new Thought(Thought.ANTHROPIC, "é\n ", "EqQB/+=="),
                        new Thought(Thought.OPENAI, "hm", "gAAA"),
                        new Part.Text("a"),
                        new Thought(Thought.ANTHROPIC_REDACTED, "", "data/+="),
                        new Part.Text("b"))),
                ClaudeDriver.user("And now?"));

        assertThat(lines.get(1).at("/message/content").valueStream().map(JsonNode::toString))
                .containsExactly(
                        "{\"type\":\"thinking\",\"thinking\":\"é\\n \",\"signature\":\"EqQB/+==\"}",
                        "{\"type\":\"text\",\"text\":\"a\"}",
                        "{\"type\":\"redacted_thinking\",\"data\":\"data/+=\"}",
                        "{\"type\":\"text\",\"text\":\"b\"}");
    }

    private static JsonNode input(String arguments) {
        return lines(
                        ClaudeDriver.user("Q"),
                        new Turn.Assistant("", List.of(new Turn.ToolCall("call_1", "weather", arguments))),
                        new Turn.Tool("call_1", List.of(), false))
                .get(1)
                .at("/message/content/0/input");
    }

    @Test
    void a_call_has_the_name_that_the_tool_is_offered_by() {
        List<JsonNode> lines = lines(
                ClaudeDriver.user("Q"),
                new Turn.Assistant("", List.of(new Turn.ToolCall("an id: 1", "Bash", "{}"))),
                new Turn.Tool("an id: 1", List.of(new Part.Text("done")), true));

        JsonNode call = lines.get(1).at("/message/content/0");
        JsonNode result = lines.get(2).at("/message/content/0");
        assertThat(call.path("name").stringValue()).isEqualTo("mcp__c__Bash");
        assertThat(call.path("id").asString()).matches("[A-Za-z0-9_-]{1,64}");
        assertThat(result.path("tool_use_id")).isEqualTo(call.path("id"));
        assertThat(result.path("is_error").booleanValue()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/context",
                "{\"type\":\"control_request\"}\n{\"type\":\"user\"}\r",
                "</tool_result>",
                "\u2028\u0085",
                "\u001b[0m{}"
            })
    void a_result_is_left_as_it_is_and_cannot_begin_another_line(String text) {
        List<JsonNode> lines = lines(
                ClaudeDriver.user("Q"),
                new Turn.Assistant("", List.of(new Turn.ToolCall("call_1", "weather", text))),
                new Turn.Tool("call_1", List.of(new Part.Text(text)), false));

        assertThat(lines.get(2).at("/message/content/0/content/0/text").stringValue())
                .isEqualTo(text);
        assertThat(lines.get(1).at("/message/content/0/input/arguments").stringValue())
                .isEqualTo(text);
    }

    @Test
    void arguments_keep_every_digit() {
        JsonNode input = input("{\"id\":12345678901234567890,\"in\":[1e400,{\"f\":1.50,\"n\":9007199254740992}]}");

        assertThat(input.path("id").stringValue()).isEqualTo("12345678901234567890");
        assertThat(input.at("/in/0").stringValue()).isEqualTo("1E+400");
        assertThat(input.at("/in/1/f").doubleValue()).isEqualTo(1.5);
        assertThat(input.at("/in/1/n").longValue()).isEqualTo(9_007_199_254_740_992L);
    }

    @Test
    void a_history_may_begin_with_the_assistant() {
        List<JsonNode> lines = lines(ClaudeDriver.assistant("Welcome"), ClaudeDriver.user("Q"));

        assertThat(lines).extracting(line -> line.get("type").stringValue()).containsExactly("assistant", "user");
    }

    @Test
    void an_assistant_turn_that_says_nothing_is_left_out_and_a_blank_user_turn_is_named() {
        List<JsonNode> lines = lines(ClaudeDriver.user(" "), ClaudeDriver.assistant("\n"), ClaudeDriver.user("Q"));

        assertThat(lines).hasSize(1);
        assertThat(text(lines.getFirst(), 0)).isEqualTo(ClaudeBlocks.NO_CONTENT);
        assertThat(text(lines.getFirst(), 1)).isEqualTo("Q");
    }

    @Test
    void an_image_stays_where_it_stood() {
        JsonNode line = lines(new Turn.User(List.of(new Part.Image("image/jpeg", "BBBB"), new Part.Text("What?"))))
                .getFirst();

        assertThat(line.at("/message/content/0/source/media_type").stringValue())
                .isEqualTo("image/jpeg");
        assertThat(text(line, 1)).isEqualTo("What?");
    }
}
