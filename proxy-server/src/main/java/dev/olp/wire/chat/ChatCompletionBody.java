package dev.olp.wire.chat;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import dev.olp.wire.FormatRefusal;
import dev.olp.wire.JsonText;
import dev.olp.wire.WellFormed;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** The body of a reply that is not streamed. */
public final class ChatCompletionBody {
    private ChatCompletionBody() {}

    /**
     * Renders it, UTF-8. That usage is an estimate stands in the header {@code X-OLP-Usage}, not here.
     *
     * @param id {@code chatcmpl-…}
     * @param created seconds since 1970
     * @param model as the client asked for it
     * @param text the whole answer, possibly empty
     * @param reasoning null for none; then the key is left out
     * @param calls in order; empty for none, then the key is left out. Where there are only calls, {@code content} is null
     */
    public static byte[] render(
            String id,
            long created,
            String model,
            String text,
            @Nullable String reasoning,
            List<Turn.ToolCall> calls,
            FinishReason finishReason,
            Usage usage) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512 + text.length());
        try (JsonGenerator json = JsonText.generator(bytes)) {
            json.writeStartObject();
            json.writeStringProperty("id", id);
            json.writeStringProperty("object", "chat.completion");
            json.writeNumberProperty("created", created);
            json.writeStringProperty("model", WellFormed.text(model));
            json.writeArrayPropertyStart("choices");
            json.writeStartObject();
            json.writeNumberProperty("index", 0);
            writeMessage(json, text, reasoning, calls, finishReason == FinishReason.WRONG_FORMAT);
            json.writeStringProperty("finish_reason", FinishReasons.openAi(finishReason));
            json.writeNullProperty("logprobs");
            json.writeEndObject();
            json.writeEndArray();
            json.writeName("usage");
            UsageBody.write(json, usage, false);
            json.writeNullProperty("system_fingerprint");
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void writeMessage(
            JsonGenerator json, String text, @Nullable String reasoning, List<Turn.ToolCall> calls, boolean refused) {
        json.writeObjectPropertyStart("message");
        json.writeStringProperty("role", "assistant");
        if (refused || (text.isEmpty() && !calls.isEmpty())) {
            json.writeNullProperty("content");
        } else {
            json.writeStringProperty("content", WellFormed.text(text));
        }
        json.writeName("refusal");
        json.writeString(refused ? FormatRefusal.SENTENCE : null);
        if (reasoning != null) {
            json.writeStringProperty("reasoning_content", WellFormed.text(reasoning));
        }
        if (!calls.isEmpty()) {
            json.writeArrayPropertyStart("tool_calls");
            calls.forEach(call -> writeCall(json, call));
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void writeCall(JsonGenerator json, Turn.ToolCall call) {
        json.writeStartObject();
        json.writeStringProperty("id", WellFormed.text(call.id()));
        json.writeStringProperty("type", "function");
        json.writeObjectPropertyStart("function");
        json.writeStringProperty("name", WellFormed.text(call.name()));
        json.writeStringProperty("arguments", WellFormed.text(call.arguments()));
        json.writeEndObject();
        json.writeEndObject();
    }
}
