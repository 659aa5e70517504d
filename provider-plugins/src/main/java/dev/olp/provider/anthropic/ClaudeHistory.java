package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Turn;
import dev.olp.provider.common.JsonLine;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.core.JsonGenerator;

/**
 * The conversation as stdin lines for {@code claude --input-format stream-json}, in order.
 *
 * <p>Every id is derived from the line's position, so that an earlier turn is the same bytes in every later request:
 * the provider's prompt cache lives on that.
 */
final class ClaudeHistory {
    /** "olp" and a version 4 UUID's mark; the low half holds the line's number. */
    private static final long UUID_HIGH = 0x6f6c_7000_0000_4000L;

    private static final long UUID_LOW = 0x8000_0000_0000_0000L;

    private ClaudeHistory() {}

    /**
     * One line.
     *
     * @param line what is written
     * @param acknowledged whether claude answers it with a result of its own (of zero turns) before it may be followed
     */
    record Entry(StdinLine line, boolean acknowledged) {}

    /** The lines; the last is the one that starts the model. */
    static List<Entry> of(ChatRequest request, String model) {
        List<Entry> entries = new ArrayList<>();
        List<Turn> turns = request.turns().stream()
                .filter(turn -> !(turn instanceof Turn.Assistant assistant && ClaudeBlocks.isEmpty(assistant)))
                .toList();
        int at = 0;
        while (at < turns.size()) {
            int position = entries.size();
            if (turns.get(at) instanceof Turn.Assistant assistant) {
                entries.add(assistantEntry(position, model, assistant));
                at++;
            } else {
                int next = nextAssistant(turns, at);
                List<Turn> said = turns.subList(at, next);
                entries.add(userEntry(position, next == turns.size(), json -> ClaudeBlocks.user(json, said)));
                at = next;
            }
        }
        return entries;
    }

    private static int nextAssistant(List<Turn> turns, int from) {
        int next = from;
        while (next < turns.size() && !(turns.get(next) instanceof Turn.Assistant)) {
            next++;
        }
        return next;
    }

    private static Entry userEntry(int position, boolean last, JsonLine.Content content) {
        return new Entry(
                JsonLine.of(json -> {
                    json.writeStartObject();
                    json.writeStringProperty("type", "user");
                    json.writeObjectPropertyStart("message");
                    json.writeStringProperty("role", "user");
                    json.writeName("content");
                    content.writeTo(json);
                    json.writeEndObject();
                    tail(json, position);
                    if (!last) {
                        // documented in the Agent SDK: appended to the transcript without starting the model
                        json.writeBooleanProperty("shouldQuery", false);
                    }
                    json.writeEndObject();
                }),
                !last);
    }

    private static Entry assistantEntry(int position, String model, Turn.Assistant turn) {
        return new Entry(
                JsonLine.of(json -> {
                    json.writeStartObject();
                    json.writeStringProperty("type", "assistant");
                    json.writeObjectPropertyStart("message");
                    // unique per line: claude merges assistant lines of one id
                    json.writeStringProperty("id", "msg_olp_" + position);
                    json.writeStringProperty("type", "message");
                    json.writeStringProperty("role", "assistant");
                    json.writeStringProperty("model", model);
                    json.writeName("content");
                    ClaudeBlocks.assistant(json, turn);
                    json.writeNullProperty("stop_reason");
                    json.writeNullProperty("stop_sequence");
                    json.writeObjectPropertyStart("usage");
                    json.writeNumberProperty("input_tokens", 1);
                    json.writeNumberProperty("output_tokens", 1);
                    json.writeEndObject();
                    json.writeEndObject();
                    tail(json, position);
                    json.writeEndObject();
                }),
                false);
    }

    private static void tail(JsonGenerator json, int position) {
        json.writeNullProperty("parent_tool_use_id");
        json.writeStringProperty("session_id", "");
        json.writeStringProperty("uuid", new UUID(UUID_HIGH, UUID_LOW | position).toString());
    }
}
