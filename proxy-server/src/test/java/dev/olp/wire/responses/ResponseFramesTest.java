package dev.olp.wire.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.FormatRefusal;
import dev.olp.wire.UnsupportedParameters;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResponseFramesTest {
    private static final Usage USAGE = new Usage(28, 3, 5, 12, 4);
    private static final String USAGE_JSON =
            "{\"input_tokens\":28,\"input_tokens_details\":{\"cached_tokens\":3},\"output_tokens\":12,"
                    + "\"output_tokens_details\":{\"reasoning_tokens\":4},\"total_tokens\":40}";

    private final ResponseFrames frames = new ResponseFrames("1", 1_700_000_000, request(), NoHistory.NONE);
    private final List<JsonNode> events = new ArrayList<>();

    @Test
    void a_response_is_its_items_in_turn_numbered_without_a_gap() {
        see(frames.start());
        see(frames.reasoning("hm"));
        see(frames.text("a\uD83D"));
        see(frames.text("\uDE00b"));
        see(frames.call(0, "call_1", "get_weather"));
        see(frames.arguments(0, "{\"city\":"));
        see(frames.arguments(0, "\"Oslo\"}"));
        see(frames.call(1, "call_2", "agents__spawn"));
        see(frames.call(2, "call_3", "patch"));
        see(frames.arguments(2, "{\"input\":\"*** x\"}"));
        see(frames.finish(FinishReason.TOOL_CALLS, USAGE, false));
        see(frames.done());

        assertThat(events.stream().map(ResponseFramesTest::told))
                .containsExactly(
                        "created",
                        "in_progress",
                        "output_item.added 0 rs_1_0",
                        "reasoning_summary_part.added 0 rs_1_0",
                        "reasoning_summary_text.delta 0 rs_1_0 hm",
                        "reasoning_summary_text.done 0 rs_1_0 hm",
                        "reasoning_summary_part.done 0 rs_1_0",
                        "output_item.done 0 rs_1_0",
                        "output_item.added 1 msg_1_1",
                        "content_part.added 1 msg_1_1",
                        "output_text.delta 1 msg_1_1 a",
                        "output_text.delta 1 msg_1_1 😀b",
                        "output_text.done 1 msg_1_1 a😀b",
                        "content_part.done 1 msg_1_1",
                        "output_item.done 1 msg_1_1",
                        "output_item.added 2 fc_1_2",
                        "function_call_arguments.delta 2 fc_1_2 {\"city\":",
                        "function_call_arguments.delta 2 fc_1_2 \"Oslo\"}",
                        "function_call_arguments.done 2 fc_1_2 {\"city\":\"Oslo\"}",
                        "output_item.done 2 fc_1_2",
                        "output_item.added 3 fc_1_3",
                        "function_call_arguments.done 3 fc_1_3",
                        "output_item.done 3 fc_1_3",
                        "output_item.added 4 ctc_1_4",
                        "custom_tool_call_input.delta 4 ctc_1_4 *** x",
                        "custom_tool_call_input.done 4 ctc_1_4 *** x",
                        "output_item.done 4 ctc_1_4",
                        "completed");
        JsonNode response = events.getLast().path("response");
        assertThat(response.path("output"))
                .as("what was told one by one")
                .containsExactlyElementsOf(events.stream()
                        .filter(event -> event.path("type").asString().equals("response.output_item.done"))
                        .map(event -> event.path("item"))
                        .toList());
        assertThat(response.path("usage").toString()).isEqualTo(USAGE_JSON);
        assertThat(events.getFirst().at("/response/usage").isNull()).isTrue();
        assertThat(events.getFirst().at("/response/status").asString()).isEqualTo("in_progress");
    }

    @Test
    void a_whole_response_is_the_same_object() throws Exception {
        see(frames.start());
        see(frames.reasoning("hm"));
        see(frames.thought(Thought.OPENAI, "gAAA"));
        see(frames.thought(Thought.ANTHROPIC, "sig"));
        see(frames.text("a"));
        see(frames.call(0, "call_3", "patch"));
        see(frames.arguments(0, "{\"input\":\"*** x\"}"));
        see(frames.finish(FinishReason.TOOL_CALLS, USAGE, false));
        see(frames.done());

        byte[] whole = ResponseBody.render(
                "1",
                1_700_000_000,
                request(),
                new AnswerContent(
                        List.of(
                                new Thought(Thought.OPENAI, "hm", "gAAA"),
                                new Thought(Thought.ANTHROPIC, "", "sig"),
                                new Part.Text("a"),
                                new Turn.ToolCall("call_3", "patch", "{\"input\":\"*** x\"}")),
                        FinishReason.TOOL_CALLS,
                        null,
                        USAGE,
                        false),
                NoHistory.NONE);

        JsonNode response = events.getLast().path("response");
        assertThat(JsonMapper.shared().readTree(whole)).isEqualTo(response);
        assertThat(response.at("/output/0").toString())
                .isEqualTo("{\"id\":\"rs_1_0\",\"type\":\"reasoning\",\"summary\":[{\"type\":\"summary_text\",\"text\":"
                        + "\"hm\"}],\"encrypted_content\":\"gAAA\"}");
        assertThat(response.at("/output/1").toString())
                .isEqualTo("{\"id\":\"rs_1_1\",\"type\":\"reasoning\",\"summary\":[],"
                        + "\"encrypted_content\":\"olp:anthropic:sig\"}");
    }

    @Test
    void an_answer_without_a_word_is_an_empty_message() {
        see(frames.start());
        see(frames.finish(FinishReason.STOP, USAGE, true));
        see(frames.done());

        assertThat(events.getLast().at("/response/output/0/content/0/text").asString("?"))
                .isEmpty();
        assertThat(events.getLast().at("/response/usage/estimated").booleanValue())
                .isTrue();
    }

    @Test
    void one_that_met_its_cap_is_incomplete_and_so_is_its_last_item() {
        see(frames.start());
        see(frames.text("a"));
        see(frames.call(0, "call_1", "patch"));
        see(frames.arguments(0, "{\"input\":\"*"));
        see(frames.finish(FinishReason.LENGTH, USAGE, false));
        see(frames.done());

        JsonNode end = events.getLast();
        assertThat(end.path("type").asString()).isEqualTo("response.incomplete");
        assertThat(end.at("/response/status").asString()).isEqualTo("incomplete");
        assertThat(end.at("/response/incomplete_details").toString()).isEqualTo("{\"reason\":\"max_output_tokens\"}");
        assertThat(end.at("/response/output/0/status").asString()).isEqualTo("completed");
        assertThat(end.at("/response/output/1/status").asString()).isEqualTo("incomplete");
        assertThat(end.at("/response/output/1/input").asString()).isEqualTo("{\"input\":\"*");
    }

    @Test
    void an_answer_in_the_wrong_format_is_a_refusal_whole_too() throws Exception {
        see(frames.start());
        see(frames.finish(FinishReason.WRONG_FORMAT, USAGE, false));
        see(frames.done());

        assertThat(events.stream().map(ResponseFramesTest::told))
                .containsSubsequence(
                        "content_part.added 0 msg_1_0",
                        "refusal.delta 0 msg_1_0 " + FormatRefusal.SENTENCE,
                        "refusal.done 0 msg_1_0",
                        "content_part.done 0 msg_1_0",
                        "completed");
        JsonNode response = events.getLast().path("response");
        assertThat(response.at("/output/0/content").toString())
                .isEqualTo("[{\"type\":\"refusal\",\"refusal\":\"" + FormatRefusal.SENTENCE + "\"}]");
        byte[] whole = ResponseBody.render(
                "1",
                1_700_000_000,
                request(),
                new AnswerContent(List.of(), FinishReason.WRONG_FORMAT, null, USAGE, false),
                NoHistory.NONE);
        assertThat(JsonMapper.shared().readTree(whole)).isEqualTo(response);
    }

    @Test
    void one_that_failed_says_so_even_before_its_start() {
        see(frames.error(ApiError.of(504, "provider_timeout", "Too slow.")));

        assertThat(events.stream().map(ResponseFramesTest::told)).containsExactly("created", "in_progress", "failed");
        assertThat(events.getLast().at("/response/status").asString()).isEqualTo("failed");
        assertThat(events.getLast().at("/response/error").toString())
                .isEqualTo("{\"code\":\"server_error\",\"message\":\"Too slow. (provider_timeout)\"}");
    }

    @Test
    void a_limit_keeps_the_code_that_clients_act_on() {
        see(frames.start());
        see(frames.text("a"));
        see(frames.error(ApiError.of(429, "rate_limit_exceeded", "Wait.")));

        assertThat(events.getLast().at("/response/error").toString())
                .isEqualTo("{\"code\":\"rate_limit_exceeded\",\"message\":\"Wait.\"}");
    }

    @Test
    void arguments_of_a_call_that_is_over_are_a_fault() {
        frames.call(0, "call_1", "a");
        frames.call(1, "call_2", "b");

        assertThatThrownBy(() -> frames.arguments(0, "{")).isInstanceOf(IllegalStateException.class);
    }

    private void see(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        for (String frame : text.isEmpty() ? new String[0] : text.split("\n\n")) {
            String[] lines = frame.split("\n");
            assertThat(lines).hasSize(2);
            JsonNode event = JsonMapper.shared().readTree(lines[1].substring("data: ".length()));
            assertThat(lines[0]).isEqualTo("event: " + event.path("type").asString());
            assertThat(event.path("sequence_number").intValue()).isEqualTo(events.size());
            events.add(event);
        }
    }

    private static String told(JsonNode event) {
        StringBuilder told = new StringBuilder(event.path("type").asString().substring("response.".length()));
        if (event.has("output_index")) {
            told.append(' ').append(event.path("output_index").intValue());
            told.append(' ')
                    .append(event.path(event.has("item") ? "item" : "item_id")
                            .asString(event.at("/item/id").asString()));
        }
        for (String name : List.of("delta", "text", "arguments", "input")) {
            if (!event.path(name).asString("").isEmpty()) {
                told.append(' ').append(event.path(name).asString());
            }
        }
        return told.toString();
    }

    private static ResponsesRequest request() {
        String body = "{\"model\":\"m\",\"input\":\"q\",\"instructions\":\"i\",\"tools\":["
                + "{\"type\":\"custom\",\"name\":\"patch\"},"
                + "{\"type\":\"namespace\",\"name\":\"agents\",\"tools\":[{\"type\":\"function\",\"name\":\"spawn\"}]}]}";
        try {
            return ResponsesRequestReader.read(
                    body.getBytes(StandardCharsets.UTF_8), UnsupportedParameters.WARN, NoHistory.NONE);
        } catch (ApiException e) {
            throw new AssertionError(e);
        }
    }
}
