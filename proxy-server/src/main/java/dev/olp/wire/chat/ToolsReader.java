package dev.olp.wire.chat;

import dev.olp.provider.Tools;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.OfferedTools;
import dev.olp.wire.Shape;
import dev.olp.wire.UnsupportedParameters;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code tools}, {@code tool_choice} and {@code parallel_tool_calls}. Their predecessors {@code functions} and {@code
 * function_call} are refused where they would have an effect: they need an answer of another shape.
 */
final class ToolsReader {
    private static final Set<String> KNOWN = Set.of("name", "description", "parameters", "strict", "type");

    private final UnsupportedParameters policy;
    private final IgnoredNames ignored;

    ToolsReader(UnsupportedParameters policy, IgnoredNames ignored) {
        this.policy = policy;
        this.ignored = ignored;
    }

    Tools read(ObjectNode root) throws ApiException {
        refuseOlder(root);
        OfferedTools tools = new OfferedTools();
        ArrayNode array = OfferedTools.array(root);
        for (int i = 0; array != null && i < array.size(); i++) {
            String path = "tools[" + i + "]";
            add(tools, Shape.element(array.get(i), path), path);
        }
        boolean parallel = Shape.field(root, "parallel_tool_calls") == null
                || Shape.flag(root, "parallel_tool_calls", "parallel_tool_calls");
        ToolChoiceReader.Chosen chosen = ToolChoiceReader.read(Shape.field(root, "tool_choice"), tools.tools());
        if (chosen.offered().isEmpty()) {
            return Tools.NONE;
        }
        OfferedTools.nameStrict(chosen.offered(), "tools[].function.strict", policy, ignored);
        return new Tools(chosen.offered(), chosen.choice(), parallel);
    }

    private void add(OfferedTools tools, ObjectNode element, String path) throws ApiException {
        String type = Shape.requiredString(element, "type", path + ".type");
        if (!type.equals("function")) {
            throw Shape.unsupported(
                    path + ".type",
                    "Only tools of type function are supported, not %s; leave it out."
                            .formatted(IgnoredNames.encoded(type)));
        }
        ObjectNode nested = Shape.object(element, "function", path + ".function");
        // the Responses API's flat shape is sent here by some clients (S29)
        ObjectNode function = nested == null ? element : nested;
        String at = nested == null && element.has("name") ? path : path + ".function";
        ignored.unknown(function, "tools[].function.", KNOWN);
        String schemaPath = at + ".parameters";
        tools.add(function, at, Shape.object(function, "parameters", schemaPath), schemaPath);
    }

    private static void refuseOlder(ObjectNode root) throws ApiException {
        ArrayNode functions = Shape.array(root, "functions", "functions");
        for (int i = 0; functions != null && i < functions.size(); i++) {
            Shape.element(functions.get(i), "functions[" + i + "]");
        }
        JsonNode call = Shape.field(root, "function_call");
        boolean off = false;
        if (call != null && call.isString()) {
            switch (call.stringValue()) {
                case "none" -> off = true;
                case "auto" -> {}
                default -> throw Shape.bad("function_call", "must be none or auto.");
            }
        } else if (call != null) {
            Shape.element(call, "function_call");
            throw Shape.unsupported("function_call", "'function_call' is not supported; send 'tool_choice'.");
        }
        if (functions != null && !functions.isEmpty() && !off) {
            throw Shape.unsupported(
                    "functions", "'functions' is not supported; send the same functions as 'tools' of type function.");
        }
    }
}
