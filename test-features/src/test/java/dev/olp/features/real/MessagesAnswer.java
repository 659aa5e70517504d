package dev.olp.features.real;

import dev.olp.fakeupstream.Reply;
import dev.olp.features.support.Bodies;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** An answer of Anthropic's Messages. */
final class MessagesAnswer implements ModelAnswer {
    private static final int PIECE = 7;

    private final List<String> events = new ArrayList<>();
    private int blocks;
    private boolean calls;

    MessagesAnswer() {
        add(
                "message_start",
                "\"message\":{\"id\":\"msg_" + UUID.randomUUID()
                        + "\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"claude-sonnet-4-5\","
                        + "\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":80,"
                        + "\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":20,\"output_tokens\":1}}");
    }

    /** A thought; one that may not be read where there is no text. */
    MessagesAnswer thinks(String text, String seal) {
        return text.isEmpty()
                ? block("{\"type\":\"redacted_thinking\",\"data\":" + Bodies.quote(seal) + "}", List.of())
                : block(
                        "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}",
                        List.of(
                                "{\"type\":\"thinking_delta\",\"thinking\":" + Bodies.quote(text) + "}",
                                "{\"type\":\"signature_delta\",\"signature\":" + Bodies.quote(seal) + "}"));
    }

    @Override
    public ModelAnswer says(String text) {
        return block(
                "{\"type\":\"text\",\"text\":\"\"}",
                List.of("{\"type\":\"text_delta\",\"text\":" + Bodies.quote(text) + "}"));
    }

    @Override
    public ModelAnswer calls(String id, String name, String arguments) {
        calls = true;
        List<String> deltas = new ArrayList<>();
        for (int at = 0; at < arguments.length(); ) {
            int end =
                    arguments.offsetByCodePoints(at, Math.min(PIECE, arguments.codePointCount(at, arguments.length())));
            deltas.add("{\"type\":\"input_json_delta\",\"partial_json\":" + Bodies.quote(arguments.substring(at, end))
                    + "}");
            at = end;
        }
        return block(
                "{\"type\":\"tool_use\",\"id\":" + Bodies.quote(id) + ",\"name\":" + Bodies.quote(name)
                        + ",\"input\":{}}",
                deltas);
    }

    @Override
    public Reply whole() {
        add(
                "message_delta",
                "\"delta\":{\"stop_reason\":\"" + (calls ? "tool_use" : "end_turn")
                        + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":15}");
        events.add("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
        return Reply.events(events);
    }

    @Override
    public Reply cut() {
        return Reply.events(events);
    }

    private MessagesAnswer block(String start, List<String> deltas) {
        add("content_block_start", "\"index\":" + blocks + ",\"content_block\":" + start);
        deltas.forEach(delta -> add("content_block_delta", "\"index\":" + blocks + ",\"delta\":" + delta));
        add("content_block_stop", "\"index\":" + blocks);
        blocks++;
        return this;
    }

    private void add(String type, String rest) {
        events.add("event: " + type + "\ndata: {\"type\":\"" + type + "\"," + rest + "}\n\n");
    }
}
