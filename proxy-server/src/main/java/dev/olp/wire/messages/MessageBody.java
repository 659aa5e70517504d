package dev.olp.wire.messages;

import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.ApiException;
import dev.olp.wire.JsonBody;
import dev.olp.wire.JsonText;
import dev.olp.wire.SealedThought;
import dev.olp.wire.WellFormed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;

/** The body of a message that is not streamed. */
public final class MessageBody {
    private MessageBody() {}

    /**
     * Renders it, UTF-8, its blocks in the order of the answer. That usage is an estimate stands in the header
     * {@code X-OLP-Usage}, not here.
     *
     * @param id {@code msg_…}
     * @param model as the client asked for it
     */
    public static byte[] render(String id, String model, AnswerContent answer) {
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream(512 + answer.text().length());
        try (JsonGenerator json = JsonText.generator(bytes)) {
            start(json, id, WellFormed.text(model));
            json.writeArrayPropertyStart("content");
            answer.said().forEach(piece -> write(json, piece));
            json.writeEndArray();
            json.writeStringProperty("stop_reason", StopReasons.of(answer.reason(), answer.stop()));
            json.writeName("stop_sequence");
            json.writeString(answer.stop());
            json.writeName("usage");
            MessageUsage.write(json, answer.usage(), false);
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    /** Opens the object and writes what every message begins with. */
    static void start(JsonGenerator json, String id, String model) {
        json.writeStartObject();
        json.writeStringProperty("id", id);
        json.writeStringProperty("type", "message");
        json.writeStringProperty("role", "assistant");
        json.writeStringProperty("model", model);
    }

    private static void write(JsonGenerator json, Turn.Said said) {
        switch (said) {
            case Part.Text(String text) -> {
                if (!text.isEmpty()) {
                    block(json, "text", () -> json.writeStringProperty("text", WellFormed.text(text)));
                }
            }
            case Thought(String kind, String text, String seal) -> {
                if (kind.equals(Thought.ANTHROPIC_REDACTED)) {
                    block(json, "redacted_thinking", () -> json.writeStringProperty("data", WellFormed.text(seal)));
                } else {
                    block(json, "thinking", () -> {
                        json.writeStringProperty("thinking", WellFormed.text(text));
                        json.writeStringProperty("signature", signature(kind, seal));
                    });
                }
            }
            case Turn.ToolCall call -> {
                if (isWhole(call)) {
                    writeCall(json, call);
                }
            }
        }
    }

    private static void block(JsonGenerator json, String type, Runnable content) {
        json.writeStartObject();
        json.writeStringProperty("type", type);
        content.run();
        json.writeEndObject();
    }

    /** Of a thinking block; another vendor's seal stands there, too. */
    static String signature(String kind, String seal) {
        return kind.equals(Thought.UNSEALED)
                ? ""
                : WellFormed.text(SealedThought.carried(Thought.ANTHROPIC, kind, seal));
    }

    /** One that was broken off has no input that could be shown: {@code max_tokens} says why it is missing. */
    private static boolean isWhole(Turn.ToolCall call) {
        try {
            JsonBody.parse(input(call).getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (ApiException e) {
            return false;
        }
    }

    private static String input(Turn.ToolCall call) {
        return call.arguments().isBlank() ? "{}" : call.arguments();
    }

    private static void writeCall(JsonGenerator json, Turn.ToolCall call) {
        block(json, "tool_use", () -> {
            json.writeStringProperty("id", WellFormed.text(call.id()));
            json.writeStringProperty("name", WellFormed.text(call.name()));
            json.writeName("input");
            json.writeRawValue(input(call));
        });
    }
}
