package dev.olp.provider.anthropic;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.Thought;
import dev.olp.provider.common.JsonFields;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/** Thoughts in Anthropic's terms: blocks of type {@code thinking} with a signature, and {@code redacted_thinking}. */
final class ClaudeThought {
    private final StringBuilder seal = new StringBuilder();
    private String kind = Thought.UNSEALED;

    /** Whether it can be handed on; others' seals break the request. */
    static boolean isOurs(String kind) {
        return kind.equals(Thought.ANTHROPIC) || kind.equals(Thought.ANTHROPIC_REDACTED);
    }

    /** Writes one of ours as it came. */
    static void write(JsonGenerator json, Thought thought) {
        json.writeStartObject();
        if (thought.kind().equals(Thought.ANTHROPIC)) {
            json.writeStringProperty("type", "thinking");
            json.writeStringProperty("thinking", thought.text());
            json.writeStringProperty("signature", thought.seal());
        } else {
            json.writeStringProperty("type", "redacted_thinking");
            json.writeStringProperty("data", thought.seal());
        }
        json.writeEndObject();
    }

    /** A block of either type begins. */
    void begin(JsonNode block) {
        boolean readable = JsonFields.textOrEmpty(block, "type").equals("thinking");
        kind = readable ? Thought.ANTHROPIC : Thought.ANTHROPIC_REDACTED;
        seal.setLength(0);
        seal.append(JsonFields.textOrEmpty(block, readable ? "signature" : "data"));
    }

    void sign(String piece) {
        seal.append(piece);
    }

    /** What is told when any block is whole: nothing, unless it was a sealed thought. */
    List<ChatEvent> end() {
        List<ChatEvent> told = seal.isEmpty() ? List.of() : List.of(new ChatEvent.ThoughtSealed(kind, seal.toString()));
        seal.setLength(0);
        return told;
    }
}
