package dev.olp.wire.responses;

import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.OpenCalls;
import dev.olp.wire.SealedThought;
import dev.olp.wire.Shape;
import dev.olp.wire.chat.ToolCallsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code input}: what the user says as a string, or the items of a conversation. */
public final class InputReader {
    /** What thoughts that are left out are named. */
    public static final String THOUGHTS = "input[].reasoning";

    private static final Set<String> KNOWN_OF_MESSAGE = Set.of("type", "role", "content", "id", "status", "phase");
    private static final Set<String> KNOWN_OF_CALL =
            Set.of("type", "id", "status", "call_id", "name", "namespace", "arguments", "input");
    private static final Set<String> KNOWN_OF_THOUGHT =
            Set.of("type", "id", "status", "summary", "content", "encrypted_content");
    private static final Set<String> KNOWN_OF_OUTPUT = Set.of("type", "id", "status", "call_id", "output");

    private final IgnoredNames ignored;
    private final OpenCalls calls = new OpenCalls();
    private final InputTurns turns = new InputTurns();

    InputReader(IgnoredNames ignored) {
        this.ignored = ignored;
    }

    List<String> system() {
        return turns.system();
    }

    List<Turn> turns() {
        return turns.turns();
    }

    /** @param earlier items that go before it */
    void read(ArrayNode earlier, @Nullable JsonNode input) throws ApiException {
        items(earlier, "previous_response_id");
        if (input != null && input.isString()) {
            user(input, "input");
        } else if (input instanceof ArrayNode array && !array.isEmpty()) {
            items(array, "input");
        } else {
            throw Shape.bad("input", "is required and must be a string or a non-empty array of items.");
        }
        calls.requireAnswered();
        turns.end();
        if (turns().isEmpty()) {
            throw Shape.bad("input", "must hold at least one user message.");
        }
        if (turns().getLast() instanceof Turn.Assistant) {
            throw Shape.bad(
                    "input", "must end in a user message or an output: an answer can't be begun for the model.");
        }
    }

    private void items(ArrayNode items, String name) throws ApiException {
        for (int i = 0; i < items.size(); i++) {
            String path = name + "[" + i + "]";
            item(Shape.element(items.get(i), path), path);
        }
    }

    private void item(ObjectNode item, String path) throws ApiException {
        String type = Shape.string(item, "type", path + ".type");
        switch (type) {
            case null -> message(item, path);
            case "message" -> message(item, path);
            case "function_call" -> call(item, false, path);
            case "custom_tool_call" -> call(item, true, path);
            case "function_call_output", "custom_tool_call_output" -> output(item, path);
            case "reasoning" -> thought(item, path);
            // what the vendor itself ran left its mark in the message that follows
            case "web_search_call", "tool_search_call", "tool_search_output", "image_generation_call" ->
                ignored.add("input[]." + type);
            default ->
                throw Shape.unsupported(
                        path + ".type",
                        "Items of type %s are not supported; send messages, calls and their outputs."
                                .formatted(IgnoredNames.encoded(type)));
        }
    }

    /** One without a seal is of no use to any provider. */
    private void thought(ObjectNode item, String path) throws ApiException {
        ignored.unknown(item, "input[].", KNOWN_OF_THOUGHT);
        String seal = Shape.string(item, "encrypted_content", path + ".encrypted_content");
        if (seal == null || seal.isEmpty()) {
            ignored.add(THOUGHTS);
            return;
        }
        List<String> texts = new ArrayList<>();
        ArrayNode summary = Shape.array(item, "summary", path + ".summary");
        for (int i = 0; summary != null && i < summary.size(); i++) {
            String at = path + ".summary[" + i + "]";
            String text = Shape.string(Shape.element(summary.get(i), at), "text", at + ".text");
            texts.add(text == null ? "" : text);
        }
        turns.thought(SealedThought.taken(Thought.OPENAI, String.join("\n", texts), seal));
    }

    private void message(ObjectNode item, String path) throws ApiException {
        ignored.unknown(item, "input[].", KNOWN_OF_MESSAGE);
        String role = Shape.requiredString(item, "role", path + ".role");
        JsonNode content = Shape.field(item, "content");
        switch (role) {
            case "user" -> user(content, path + ".content");
            case "assistant" -> turns.said(InputContent.text(content, path + ".content", ignored));
            case "system", "developer" -> turns.instructed(InputContent.text(content, path + ".content", ignored));
            default -> throw Shape.bad(path + ".role", "must be user, assistant, system or developer.");
        }
    }

    private void user(@Nullable JsonNode content, String path) throws ApiException {
        List<Part> parts = InputContent.parts(content, path, ignored);
        if (parts.stream().allMatch(part -> part instanceof Part.Text(String text) && text.isBlank())) {
            throw Shape.bad(path, "must hold some text or an image.");
        }
        turns.asked(parts);
    }

    private void call(ObjectNode item, boolean custom, String path) throws ApiException {
        ignored.unknown(item, "input[].", KNOWN_OF_CALL);
        String id = Shape.requiredString(item, "call_id", path + ".call_id");
        String name = Shape.requiredString(item, "name", path + ".name");
        String namespace = Shape.string(item, "namespace", path + ".namespace");
        if (turns.isAnswering()) {
            calls.requireAnswered();
        }
        String flat = ToolNames.flat(namespace, name);
        String open = calls.open(id, flat, path + ".call_id");
        turns.called(new Turn.ToolCall(open, flat, arguments(item, custom, path)));
    }

    private static String arguments(ObjectNode item, boolean custom, String path) throws ApiException {
        if (custom) {
            String input = Shape.string(item, "input", path + ".input");
            return FreeText.arguments(input == null ? "" : input);
        }
        String arguments = Shape.string(item, "arguments", path + ".arguments");
        return ToolCallsReader.checked(arguments, path + ".arguments");
    }

    private void output(ObjectNode item, String path) throws ApiException {
        ignored.unknown(item, "input[].", KNOWN_OF_OUTPUT);
        String asked = Shape.requiredString(item, "call_id", path + ".call_id");
        String id = calls.answer(asked, path + ".call_id");
        List<Part> parts = InputContent.parts(Shape.field(item, "output"), path + ".output", ignored);
        turns.answered(new Turn.Tool(id, parts, false), calls.isEmpty());
    }
}
