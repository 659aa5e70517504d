package dev.olp.wire.messages;

import dev.olp.provider.Turn;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.ApiException;
import dev.olp.wire.JsonBody;
import dev.olp.wire.JsonText;
import dev.olp.wire.WellFormed;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;

/** The body of a message that is not streamed. */
public final class MessageBody {
    private MessageBody() {}

    /**
     * Renders it, UTF-8: thinking, then text, then calls. That usage is an estimate stands in the header
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
            if (answer.reasoning() != null) {
                json.writeStartObject();
                json.writeStringProperty("type", "thinking");
                json.writeStringProperty("thinking", WellFormed.text(answer.reasoning()));
                json.writeStringProperty("signature", "");
                json.writeEndObject();
            }
            if (!answer.text().isEmpty()) {
                json.writeStartObject();
                json.writeStringProperty("type", "text");
                json.writeStringProperty("text", WellFormed.text(answer.text()));
                json.writeEndObject();
            }
            answer.calls().stream().filter(MessageBody::isWhole).forEach(call -> writeCall(json, call));
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
        json.writeStartObject();
        json.writeStringProperty("type", "tool_use");
        json.writeStringProperty("id", WellFormed.text(call.id()));
        json.writeStringProperty("name", WellFormed.text(call.name()));
        json.writeName("input");
        json.writeRawValue(input(call));
        json.writeEndObject();
    }
}
