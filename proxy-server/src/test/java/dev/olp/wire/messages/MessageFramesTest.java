package dev.olp.wire.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Thought;
import dev.olp.provider.Usage;
import dev.olp.wire.ApiError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MessageFramesTest {
    private static final Usage USAGE = new Usage(28, 3, 5, 12, 0);

    private final MessageFrames frames = new MessageFrames("msg_1", "sonnet", "req_1");
    private final List<JsonNode> events = new ArrayList<>();

    @Test
    void a_message_is_a_start_its_blocks_in_turn_and_an_end() {
        frames.counted(USAGE);
        see(frames.start());
        see(frames.reasoning("hm"));
        see(frames.text("a"));
        see(frames.text("b"));
        see(frames.call(0, "toolu_1", "get_weather"));
        see(frames.arguments(0, "{\"city\":"));
        see(frames.arguments(0, "\"Oslo\"}"));
        see(frames.call(1, "toolu_2", "noop"));
        see(frames.finish(FinishReason.TOOL_CALLS, USAGE, false));
        see(frames.done());

        assertThat(events.stream().map(MessageFramesTest::told))
                .containsExactly(
                        "message_start",
                        "content_block_start 0 thinking",
                        "content_block_delta 0 hm",
                        "content_block_stop 0",
                        "content_block_start 1 text",
                        "content_block_delta 1 a",
                        "content_block_delta 1 b",
                        "content_block_stop 1",
                        "content_block_start 2 tool_use",
                        "content_block_delta 2 {\"city\":",
                        "content_block_delta 2 \"Oslo\"}",
                        "content_block_stop 2",
                        "content_block_start 3 tool_use",
                        "content_block_stop 3",
                        "message_delta",
                        "message_stop");
        assertThat(events.get(8).path("content_block").toString())
                .isEqualTo("{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"get_weather\",\"input\":{}}");
        assertThat(events.get(14).path("delta").toString())
                .isEqualTo("{\"stop_reason\":\"tool_use\",\"stop_sequence\":null}");
    }

    @Test
    void a_seal_ends_its_thought_and_stands_for_one_that_cannot_be_told() {
        see(frames.reasoning("hm"));
        see(frames.thought(Thought.ANTHROPIC, "EqQB/+=="));
        see(frames.thought(Thought.ANTHROPIC_REDACTED, "data=="));
        see(frames.thought(Thought.OPENAI, "gAAA"));
        see(frames.text("a"));

        assertThat(events.stream().skip(1).map(JsonNode::toString))
                .startsWith(
                        start(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"),
                        delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}"),
                        delta(0, "{\"type\":\"signature_delta\",\"signature\":\"EqQB/+==\"}"),
                        stop(0),
                        start(1, "{\"type\":\"redacted_thinking\",\"data\":\"data==\"}"),
                        stop(1),
                        start(2, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"),
                        delta(2, "{\"type\":\"signature_delta\",\"signature\":\"olp:openai:gAAA\"}"),
                        stop(2),
                        start(3, "{\"type\":\"text\",\"text\":\"\"}"));
    }

    private static String start(int index, String block) {
        return "{\"type\":\"content_block_start\",\"index\":" + index + ",\"content_block\":" + block + "}";
    }

    private static String delta(int index, String delta) {
        return "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}";
    }

    private static String stop(int index) {
        return "{\"type\":\"content_block_stop\",\"index\":" + index + "}";
    }

    @Test
    void input_is_what_was_neither_read_from_the_cache_nor_written_to_it() {
        frames.counted(USAGE);
        see(frames.text("a"));

        assertThat(events.getFirst().path("message").toString())
                .isEqualTo(
                        "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"sonnet\",\"content\":[],"
                                + "\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":20,"
                                + "\"cache_creation_input_tokens\":5,\"cache_read_input_tokens\":3,\"output_tokens\":12}}");
    }

    @Test
    void the_stop_sequence_that_was_met_is_told() {
        see(frames.text("a"));
        frames.stopped("END");
        see(frames.finish(FinishReason.STOP, USAGE, true));

        JsonNode end = events.getLast();
        assertThat(end.path("delta").toString())
                .isEqualTo("{\"stop_reason\":\"stop_sequence\",\"stop_sequence\":\"END\"}");
        assertThat(end.path("usage").path("estimated").booleanValue()).isTrue();
    }

    @Test
    void an_answer_without_any_content_is_still_a_whole_message() {
        see(frames.finish(FinishReason.CONTENT_FILTER, USAGE, false));
        see(frames.done());

        assertThat(events.stream().map(MessageFramesTest::told))
                .containsExactly("message_start", "message_delta", "message_stop");
        assertThat(events.get(1).path("delta").path("stop_reason").stringValue())
                .isEqualTo("refusal");
    }

    @Test
    void a_surrogate_pair_that_is_cut_comes_whole() {
        see(frames.text("\ud83d"));
        see(frames.text("\ude00!"));

        assertThat(events.getLast().path("delta").path("text").stringValue()).isEqualTo("\ud83d\ude00!");
    }

    @Test
    void arguments_of_a_call_that_is_over_are_a_fault_of_ours() {
        see(frames.call(0, "a", "one"));
        see(frames.call(1, "b", "two"));

        assertThatThrownBy(() -> frames.arguments(0, "{}")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_error_and_a_ping_are_events_of_their_own() {
        see(frames.keepAlive());
        see(frames.error(ApiError.of(503, "overloaded", "busy")));

        assertThat(events.get(0).toString()).isEqualTo("{\"type\":\"ping\"}");
        assertThat(events.get(1).toString())
                .isEqualTo("{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"busy\"},"
                        + "\"request_id\":\"req_1\"}");
    }

    /** Each frame is one event whose name is its type. */
    private void see(byte[] bytes) {
        for (String frame : new String(bytes, StandardCharsets.UTF_8).split("(?<=\n\n)", -1)) {
            if (!frame.isEmpty()) {
                String[] lines = frame.split("\n", -1);
                assertThat(lines).hasSize(4);
                JsonNode event = JsonMapper.shared().readTree(lines[1].substring("data: ".length()));
                assertThat(lines[0]).isEqualTo("event: " + event.path("type").stringValue());
                events.add(event);
            }
        }
    }

    private static String told(JsonNode event) {
        StringBuilder told = new StringBuilder(event.path("type").stringValue());
        if (event.has("index")) {
            told.append(' ').append(event.path("index").intValue());
        }
        if (event.has("content_block")) {
            told.append(' ').append(event.path("content_block").path("type").stringValue());
        }
        event.path("delta").properties().stream()
                .filter(field -> event.path("type").stringValue().equals("content_block_delta")
                        && !field.getKey().equals("type"))
                .forEach(field -> told.append(' ').append(field.getValue().stringValue()));
        return told.toString();
    }
}
