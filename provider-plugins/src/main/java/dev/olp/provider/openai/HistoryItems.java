package dev.olp.provider.openai;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/**
 * Writes a conversation as OpenAI Responses input items. An item depends only on what it says and on how many items
 * stand before it, so that of two successive requests of one conversation all earlier items are byte-identical: the
 * provider's prompt cache lives on that.
 */
final class HistoryItems {
    private static final String FAILED = "The tool failed.";

    private final JsonGenerator json;
    private int written;

    private HistoryItems(JsonGenerator json) {
        this.json = json;
    }

    /**
     * Writes the array of items.
     *
     * @param systemAsItem whether system texts go first as a developer message; else they go to the CLI's instructions
     * @param lastWord what the model is told behind all else; empty for nothing
     */
    static void write(JsonGenerator json, ChatRequest request, boolean systemAsItem, String lastWord) {
        HistoryItems items = new HistoryItems(json);
        json.writeStartArray();
        if (systemAsItem && !request.system().isEmpty()) {
            items.message(
                    "developer",
                    request.system().stream()
                            .map(text -> (Part) new Part.Text(text))
                            .toList());
        }
        request.turns().forEach(items::turn);
        if (!lastWord.isEmpty()) {
            items.message("developer", List.of(new Part.Text(lastWord)));
        }
        json.writeEndArray();
    }

    private void turn(Turn turn) {
        switch (turn) {
            case Turn.User user -> message("user", user.parts());
            case Turn.Assistant assistant -> assistant(assistant);
            case Turn.Tool tool -> toolResult(tool);
        }
    }

    private void assistant(Turn.Assistant assistant) {
        if (!assistant.text().isEmpty() || assistant.toolCalls().isEmpty()) {
            begin("message", "msg_");
            json.writeStringProperty("role", "assistant");
            json.writeArrayPropertyStart("content");
            text("output_text", assistant.text());
            json.writeEndArray();
            json.writeEndObject();
        }
        for (Turn.ToolCall call : assistant.toolCalls()) {
            begin("function_call", "fc_");
            json.writeStringProperty("name", ToolNames.upstream(WellFormed.text(call.name())));
            json.writeStringProperty("arguments", WellFormed.text(call.arguments()));
            json.writeStringProperty("call_id", WellFormed.text(call.id()));
            json.writeEndObject();
        }
    }

    private void toolResult(Turn.Tool tool) {
        begin("function_call_output", "fco_");
        json.writeStringProperty("call_id", WellFormed.text(tool.callId()));
        List<Part> parts = tool.isError() ? failed(tool.parts()) : tool.parts();
        if (parts.isEmpty()) {
            json.writeStringProperty("output", "");
        } else if (parts.size() == 1 && parts.getFirst() instanceof Part.Text(String only)) {
            json.writeStringProperty("output", WellFormed.text(only));
        } else {
            json.writeArrayPropertyStart("output");
            parts.forEach(this::part);
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** OpenAI has no field that says so. */
    private static List<Part> failed(List<Part> parts) {
        if (parts.size() == 1 && parts.getFirst() instanceof Part.Text(String text)) {
            return List.of(new Part.Text(FAILED + "\n" + text));
        }
        List<Part> told = new ArrayList<>(List.of(new Part.Text(FAILED)));
        told.addAll(parts);
        return told;
    }

    private void message(String role, List<Part> parts) {
        begin("message", "msg_");
        json.writeStringProperty("role", role);
        json.writeArrayPropertyStart("content");
        parts.forEach(this::part);
        json.writeEndArray();
        json.writeEndObject();
    }

    private void part(Part part) {
        switch (part) {
            case Part.Text text -> text("input_text", text.text());
            case Part.Image image -> {
                json.writeStartObject();
                json.writeStringProperty("type", "input_image");
                json.writeStringProperty(
                        "image_url", WellFormed.text("data:" + image.mediaType() + ";base64," + image.base64()));
                json.writeEndObject();
            }
        }
    }

    private void text(String type, String text) {
        json.writeStartObject();
        json.writeStringProperty("type", type);
        json.writeStringProperty("text", WellFormed.text(text));
        json.writeEndObject();
    }

    /** The id has the shape of codex's own; one that it does not recognise would be replaced by a random one. */
    private void begin(String type, String idPrefix) {
        json.writeStartObject();
        json.writeStringProperty("type", type);
        json.writeStringProperty("id", idPrefix + String.format(Locale.ROOT, "00000000-0000-5000-8000-%012d", written));
        written++;
    }
}
