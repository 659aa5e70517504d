package dev.olp.provider.anthropic;

import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Writes the content blocks of Anthropic's Messages API. */
final class ClaudeBlocks {
    /** What the CLI itself puts where a turn has no content; the API refuses blank texts. */
    static final String NO_CONTENT = "(no content)";

    private ClaudeBlocks() {}

    /**
     * What stands between two assistant turns, as one message: the tool results first come, then what the user said.
     * claude would join such turns itself, but change a text's end where it does.
     *
     * @param turns user and tool turns
     */
    static void user(JsonGenerator json, List<Turn> turns) {
        json.writeStartArray();
        for (Turn turn : turns) {
            switch (turn) {
                case Turn.User user -> contentOf(user.parts()).forEach(part -> part(json, unlikeCommand(part)));
                case Turn.Tool tool -> toolResult(json, tool);
                case Turn.Assistant assistant -> throw new IllegalArgumentException("turns: " + assistant);
            }
        }
        json.writeEndArray();
    }

    /** Nothing said and nothing called: a turn of reasoning only, which has no place in a history. */
    static boolean isEmpty(Turn.Assistant turn) {
        return turn.text().isBlank() && turn.toolCalls().isEmpty();
    }

    static void assistant(JsonGenerator json, Turn.Assistant turn) {
        json.writeStartArray();
        for (Turn.Said said : turn.said()) {
            switch (said) {
                case Part.Text(String text) -> {
                    if (!text.isBlank()) {
                        text(json, text);
                    }
                }
                case Thought thought -> {
                    if (ClaudeThought.isOurs(thought.kind())) {
                        ClaudeThought.write(json, thought);
                    }
                }
                case Turn.ToolCall call -> call(json, call);
            }
        }
        json.writeEndArray();
    }

    private static void call(JsonGenerator json, Turn.ToolCall call) {
        json.writeStartObject();
        json.writeStringProperty("type", "tool_use");
        json.writeStringProperty("id", ClaudeToolNames.id(call.id()));
        json.writeStringProperty("name", ClaudeToolNames.upstream(call.name()));
        json.writeName("input");
        arguments(json, call.arguments());
        json.writeEndObject();
    }

    private static void toolResult(JsonGenerator json, Turn.Tool result) {
        json.writeStartObject();
        json.writeStringProperty("type", "tool_result");
        json.writeStringProperty("tool_use_id", ClaudeToolNames.id(result.callId()));
        json.writeArrayPropertyStart("content");
        contentOf(result.parts()).forEach(part -> part(json, part));
        json.writeEndArray();
        if (result.isError()) {
            json.writeBooleanProperty("is_error", true);
        }
        json.writeEndObject();
    }

    /**
     * A user's part. A text that begins with a slash gets one blank in front, always and everywhere: claude would run a
     * known slash command itself, in history as in the last turn, and never ask the model.
     */
    private static Part unlikeCommand(Part part) {
        return part instanceof Part.Text(String text) && text.startsWith("/") ? new Part.Text(" " + text) : part;
    }

    private static void part(JsonGenerator json, Part part) {
        switch (part) {
            case Part.Text(String text) -> text(json, text);
            case Part.Image image -> image(json, image);
        }
    }

    private static List<Part> contentOf(List<Part> parts) {
        List<Part> content = parts.stream()
                .filter(part -> !(part instanceof Part.Text(String text) && text.isBlank()))
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
        ObjectNode parsed = ExactJson.object(arguments);
        if (parsed == null) {
            json.writeStartObject();
            json.writeStringProperty("arguments", arguments);
            json.writeEndObject();
        } else {
            json.writeRawValue(ExactJson.keepNumbers(parsed) ? ExactJson.text(parsed) : ExactJson.oneLine(arguments));
        }
    }
}
