package dev.olp.wire.chat;

import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.OpenCalls;
import dev.olp.wire.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code messages}: system texts apart, the rest as turns. An assistant turn in which nothing can be told to a provider
 * (only thinking, or an empty placeholder of a user interface) is left out, so that no empty text is sent (S31).
 */
final class MessagesReader {
    private static final Set<String> KNOWN = Set.of("role", "content");
    private static final Set<String> KNOWN_OF_TOOL = Set.of("role", "content", "tool_call_id", "name");
    private static final Set<String> KNOWN_OF_ASSISTANT = Set.of(
            "role",
            "content",
            "tool_calls",
            "function_call",
            "refusal",
            "reasoning",
            "reasoning_content",
            "reasoning_details",
            "annotations");

    private static final List<String> SAYING_SOMETHING = List.of(
            "content", "tool_calls", "function_call", "refusal", "reasoning_content", "reasoning", "reasoning_details");

    private final IgnoredNames ignored;
    private final OpenCalls calls = new OpenCalls();
    private final List<String> system = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();

    MessagesReader(IgnoredNames ignored) {
        this.ignored = ignored;
    }

    List<String> system() {
        return system;
    }

    List<Turn> turns() {
        return turns;
    }

    void read(@Nullable JsonNode messages) throws ApiException {
        if (!(messages instanceof ArrayNode array) || array.isEmpty()) {
            throw Shape.bad("messages", "is required and must be a non-empty array.");
        }
        for (int i = 0; i < array.size(); i++) {
            String path = "messages[" + i + "]";
            message(Shape.element(array.get(i), path), path, i);
        }
        calls.requireAnswered();
        if (turns.isEmpty()) {
            throw Shape.bad("messages", "must hold at least one user message.");
        }
        if (turns.getLast() instanceof Turn.Assistant) {
            throw Shape.bad(
                    "messages",
                    "must end in a user or tool message: an answer can't be begun for the model (prefill).");
        }
    }

    private void message(ObjectNode message, String path, int index) throws ApiException {
        String role = Shape.requiredString(message, "role", path + ".role");
        switch (role) {
            case "system", "developer" -> system(message, path);
            case "user" -> user(message, path);
            case "assistant" -> assistant(message, path, index);
            case "tool" -> tool(message, path);
            case "function" -> function(message, path);
            default -> throw Shape.bad(path + ".role", "must be system, developer, user, assistant, tool or function.");
        }
    }

    private void system(ObjectNode message, String path) throws ApiException {
        nameUnknown(message, KNOWN);
        String text = ContentReader.text(content(message, ContentReader.Place.SYSTEM, path));
        if (!text.isEmpty()) {
            system.add(text);
        }
    }

    private void user(ObjectNode message, String path) throws ApiException {
        calls.requireAnswered();
        nameUnknown(message, KNOWN);
        List<Part> parts = content(message, ContentReader.Place.USER, path);
        if (parts.isEmpty() || parts.stream().allMatch(MessagesReader::isBlank)) {
            throw Shape.bad(path + ".content", "must hold some text or an image.");
        }
        turns.add(new Turn.User(parts));
    }

    private void assistant(ObjectNode message, String path, int index) throws ApiException {
        calls.requireAnswered();
        nameUnknown(message, KNOWN_OF_ASSISTANT);
        boolean silent = SAYING_SOMETHING.stream().allMatch(name -> Shape.field(message, name) == null);
        if (silent) {
            throw Shape.bad(path + ".content", "is required where an assistant message has no tool_calls.");
        }
        List<Turn.ToolCall> made = new ToolCallsReader(calls).read(message, path, index);
        String text = ContentReader.text(content(message, ContentReader.Place.ASSISTANT, path));
        String refusal = Shape.string(message, "refusal", path + ".refusal");
        if (text.isEmpty() && refusal != null) {
            text = refusal;
        }
        if (!text.isEmpty() || !made.isEmpty()) {
            turns.add(new Turn.Assistant(text, made));
        }
    }

    private void tool(ObjectNode message, String path) throws ApiException {
        nameUnknown(message, KNOWN_OF_TOOL);
        String asked = Shape.requiredString(message, "tool_call_id", path + ".tool_call_id");
        String id = calls.answer(asked, path + ".tool_call_id");
        turns.add(new Turn.Tool(id, content(message, ContentReader.Place.TOOL, path), false));
    }

    private void function(ObjectNode message, String path) throws ApiException {
        nameUnknown(message, KNOWN_OF_TOOL);
        String name = Shape.requiredString(message, "name", path + ".name");
        String id = calls.answerByName(name, path + ".name");
        turns.add(new Turn.Tool(id, content(message, ContentReader.Place.TOOL, path), false));
    }

    private List<Part> content(ObjectNode message, ContentReader.Place place, String path) throws ApiException {
        List<Part> parts = new ContentReader(place, ignored).read(Shape.field(message, "content"), path + ".content");
        return parts;
    }

    private void nameUnknown(ObjectNode message, Set<String> known) {
        ignored.unknown(message, "messages[].", known);
    }

    private static boolean isBlank(Part part) {
        return part instanceof Part.Text text && text.text().isBlank();
    }
}
