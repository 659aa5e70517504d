package dev.olp.wire.responses;

import dev.olp.provider.Thought;
import dev.olp.wire.SealedThought;
import dev.olp.wire.WellFormed;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * One item of a response's output.
 *
 * @param id unique among all responses
 * @param content its text, reasoning or arguments
 */
record OutputItem(Kind kind, String id, String content) {
    /** What it is. */
    sealed interface Kind {
        /** What goes before the id. */
        String prefix();
    }

    /** Something said. */
    record Message() implements Kind {
        @Override
        public String prefix() {
            return "msg_";
        }
    }

    /** Something that was not said, and why. */
    record Refusal() implements Kind {
        @Override
        public String prefix() {
            return "msg_";
        }
    }

    /**
     * Something thought.
     *
     * @param seal null while there is none
     */
    record Reasoning(@Nullable String seal) implements Kind {
        static Reasoning of(Thought thought) {
            return sealed(thought.kind(), thought.seal());
        }

        /** Another vendor's seal stands in the place of OpenAI's, marked. */
        static Reasoning sealed(String kind, String seal) {
            return new Reasoning(
                    kind.equals(Thought.UNSEALED) ? null : SealedThought.carried(Thought.OPENAI, kind, seal));
        }

        @Override
        public String prefix() {
            return "rs_";
        }
    }

    /** A tool called. */
    record Call(String callId, ClientTool tool) implements Kind {
        @Override
        public String prefix() {
            return tool.custom() ? "ctc_" : "fc_";
        }
    }

    /**
     * Writes it as the generator's next value.
     *
     * @param begun whether its content belongs to it already
     */
    void write(JsonGenerator json, ItemStatus status, boolean begun) {
        json.writeStartObject();
        json.writeStringProperty("id", id);
        switch (kind) {
            case Message _, Refusal _ -> {
                json.writeStringProperty("type", "message");
                json.writeStringProperty("status", status.word());
                json.writeStringProperty("role", "assistant");
                json.writeArrayPropertyStart("content");
                if (begun) {
                    writePart(json);
                }
                json.writeEndArray();
            }
            case Reasoning(String seal) -> {
                json.writeStringProperty("type", "reasoning");
                json.writeArrayPropertyStart("summary");
                if (begun && !content.isEmpty()) {
                    writeSummary(json, content);
                }
                json.writeEndArray();
                if (seal != null) {
                    json.writeStringProperty("encrypted_content", WellFormed.text(seal));
                }
            }
            case Call(String callId, ClientTool tool) -> writeCall(json, status, callId, tool);
        }
        json.writeEndObject();
    }

    private void writeCall(JsonGenerator json, ItemStatus status, String callId, ClientTool tool) {
        json.writeStringProperty("type", tool.itemType());
        json.writeStringProperty("status", status.word());
        json.writeStringProperty("call_id", WellFormed.text(callId));
        json.writeStringProperty("name", WellFormed.text(tool.name()));
        if (tool.namespace() != null) {
            json.writeStringProperty("namespace", tool.namespace());
        }
        if (tool.custom()) {
            json.writeStringProperty("input", WellFormed.text(FreeText.of(content)));
        } else {
            json.writeStringProperty("arguments", WellFormed.text(content));
        }
    }

    /** The part of a message. */
    void writePart(JsonGenerator json) {
        if (kind instanceof Refusal) {
            json.writeStartObject();
            json.writeStringProperty("type", "refusal");
            json.writeStringProperty("refusal", content);
            json.writeEndObject();
        } else {
            writeText(json, content);
        }
    }

    private static void writeText(JsonGenerator json, String text) {
        json.writeStartObject();
        json.writeStringProperty("type", "output_text");
        json.writeStringProperty("text", WellFormed.text(text));
        json.writeArrayPropertyStart("annotations");
        json.writeEndArray();
        json.writeArrayPropertyStart("logprobs");
        json.writeEndArray();
        json.writeEndObject();
    }

    /** A part of a reasoning's summary. */
    static void writeSummary(JsonGenerator json, String text) {
        json.writeStartObject();
        json.writeStringProperty("type", "summary_text");
        json.writeStringProperty("text", WellFormed.text(text));
        json.writeEndObject();
    }
}
