package dev.olp.wire.chat;

import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code tools}, {@code tool_choice} and their predecessors. No tool is offered to a model yet, so an optional one is
 * ignored and a forced one refused: prose must never stand in for a call that a client waits for (S38).
 */
final class ForcedTools {
    private static final Set<String> FORCING_TYPES = Set.of("function", "custom", "mcp");

    private ForcedTools() {}

    static void check(ObjectNode root) throws ApiException {
        checkElements(root, "tools");
        checkElements(root, "functions");
        checkToolChoice(root);
        checkFunctionCall(root);
    }

    private static void checkElements(ObjectNode root, String name) throws ApiException {
        ArrayNode elements = Shape.array(root, name, name);
        for (int i = 0; elements != null && i < elements.size(); i++) {
            Shape.element(elements.get(i), name + "[" + i + "]");
        }
    }

    private static void checkToolChoice(ObjectNode root) throws ApiException {
        JsonNode choice = Shape.field(root, "tool_choice");
        if (choice == null) {
            return;
        }
        if (choice.isString()) {
            checkMode("tool_choice", choice.stringValue(), "tool_choice");
            return;
        }
        ObjectNode object = Shape.element(choice, "tool_choice");
        String type = Shape.requiredString(object, "type", "tool_choice.type");
        if (FORCING_TYPES.contains(type)) {
            throw forced("tool_choice");
        }
        if (!type.equals("allowed_tools")) {
            throw Shape.bad("tool_choice.type", "must be function, custom or allowed_tools.");
        }
        // OpenAI nests the mode; some clients send it flat
        ObjectNode allowed = Shape.object(object, "allowed_tools", "tool_choice.allowed_tools");
        ObjectNode holder = allowed == null ? object : allowed;
        String path = allowed == null ? "tool_choice.mode" : "tool_choice.allowed_tools.mode";
        checkMode(path, Shape.requiredString(holder, "mode", path), "tool_choice");
    }

    private static void checkFunctionCall(ObjectNode root) throws ApiException {
        JsonNode call = Shape.field(root, "function_call");
        if (call == null) {
            return;
        }
        if (call.isString()) {
            checkMode("function_call", call.stringValue(), "function_call");
            return;
        }
        Shape.element(call, "function_call");
        throw forced("function_call");
    }

    private static void checkMode(String path, String mode, String field) throws ApiException {
        switch (mode) {
            case "none", "auto" -> {}
            case "required", "any" -> throw forced(field);
            default -> throw Shape.bad(path, "must be none, auto or required.");
        }
    }

    private static ApiException forced(String field) {
        return Shape.unsupported(
                field, "A tool call can't be forced on this server: leave '" + field + "' out or send \"auto\".");
    }
}
