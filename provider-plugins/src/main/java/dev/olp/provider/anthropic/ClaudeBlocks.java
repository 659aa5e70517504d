package dev.olp.provider.anthropic;

import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import dev.olp.provider.common.CliLines;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Writes the content blocks of Anthropic's Messages API. */
final class ClaudeBlocks {
    /** What the CLI itself puts where a turn has no content; the API refuses empty blocks. */
    static final String NO_CONTENT = "(no content)";

    private ClaudeBlocks() {}

    /**
     * What the user said. A text that begins with a slash gets one blank in front, always and everywhere: claude would
     * run a known slash command itself, in history as in the last turn, and never ask the model.
     */
    static void user(JsonGenerator json, Turn.User turn) {
        json.writeStartArray();
        for (Part part : contentOf(turn.parts())) {
            switch (part) {
                case Part.Text(String text) -> text(json, text.startsWith("/") ? " " + text : text);
                case Part.Image image -> image(json, image);
            }
        }
        json.writeEndArray();
    }

    static void assistant(JsonGenerator json, Turn.Assistant turn) {
        json.writeStartArray();
        if (!turn.text().isEmpty()) {
            text(json, turn.text());
        }
        for (Turn.ToolCall call : turn.toolCalls()) {
            json.writeStartObject();
            json.writeStringProperty("type", "tool_use");
            json.writeStringProperty("id", call.id());
            json.writeStringProperty("name", call.name());
            json.writeName("input");
            arguments(json, call.arguments());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** All results that follow one assistant turn: the API wants them in one message. */
    static void toolResults(JsonGenerator json, List<Turn.Tool> results) {
        json.writeStartArray();
        for (Turn.Tool result : results) {
            json.writeStartObject();
            json.writeStringProperty("type", "tool_result");
            json.writeStringProperty("tool_use_id", result.callId());
            json.writeArrayPropertyStart("content");
            for (Part part : contentOf(result.parts())) {
                switch (part) {
                    case Part.Text(String text) -> text(json, text);
                    case Part.Image image -> image(json, image);
                }
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static List<Part> contentOf(List<Part> parts) {
        List<Part> content = parts.stream()
                .filter(part -> !(part instanceof Part.Text(String text) && text.isEmpty()))
                .toList();
        return content.isEmpty() ? List.of(new Part.Text(NO_CONTENT)) : content;
    }

    private static void text(JsonGenerator json, String text) {
        json.writeStartObject();
        json.writeStringProperty("type", "text");
        json.writeStringProperty("text", text);
        json.writeEndObject();
    }

    private static void image(JsonGenerator json, Part.Image image) {
        json.writeStartObject();
        json.writeStringProperty("type", "image");
        json.writeObjectPropertyStart("source");
        json.writeStringProperty("type", "base64");
        json.writeStringProperty("media_type", image.mediaType());
        json.writeStringProperty("data", image.base64());
        json.writeEndObject();
        json.writeEndObject();
    }

    /** A client may send anything as arguments; the API takes an object only, so anything else is wrapped in one. */
    private static void arguments(JsonGenerator json, String arguments) {
        if (CliLines.object(arguments) == null) {
            json.writeStartObject();
            json.writeStringProperty("arguments", arguments);
            json.writeEndObject();
        } else {
            // JSON strings hold no raw line breaks, so this changes blanks between tokens only
            json.writeRawValue(arguments.replace('\n', ' ').replace('\r', ' '));
        }
    }
}
