package dev.olp.wire.messages;

import tools.jackson.core.JsonGenerator;

/** A kind of content block, and how a stream tells more of it. */
enum BlockKind {
    TEXT("text", "text_delta", "text"),
    THINKING("thinking", "thinking_delta", "thinking"),
    REDACTED_THINKING("redacted_thinking", "", "data"),
    TOOL_USE("tool_use", "input_json_delta", "partial_json");

    private final String type;
    private final String delta;
    private final String property;

    BlockKind(String type, String delta, String property) {
        this.type = type;
        this.delta = delta;
        this.property = property;
    }

    String type() {
        return type;
    }

    String delta() {
        return delta;
    }

    String property() {
        return property;
    }

    /** What a text or thinking block begins with. */
    void writeEmpty(JsonGenerator json) {
        json.writeStringProperty(property, "");
        if (this == THINKING) {
            json.writeStringProperty("signature", "");
        }
    }
}
