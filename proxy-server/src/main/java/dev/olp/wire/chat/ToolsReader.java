package dev.olp.wire.chat;

import dev.olp.provider.Tool;
import dev.olp.provider.Tools;
import dev.olp.wire.ApiException;
import dev.olp.wire.Shape;
import dev.olp.wire.UnsupportedParameters;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code tools}, {@code tool_choice} and {@code parallel_tool_calls}. Their predecessors {@code functions} and {@code
 * function_call} are refused where they would have an effect: they need an answer of another shape.
 */
final class ToolsReader {
    static final int MAX_TOOLS = 512;
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
    private static final Set<String> KNOWN = Set.of("name", "description", "parameters", "strict", "type");

    private final UnsupportedParameters policy;
    private final IgnoredNames ignored;

    ToolsReader(UnsupportedParameters policy, IgnoredNames ignored) {
        this.policy = policy;
        this.ignored = ignored;
    }

    Tools read(ObjectNode root) throws ApiException {
        refuseOlder(root);
        List<Tool> tools = new ArrayList<>();
        Set<String> names = new HashSet<>();
        ArrayNode array = Shape.array(root, "tools", "tools");
        if (array != null && array.size() > MAX_TOOLS) {
            throw Shape.bad("tools", "holds %d tools; at most %d are taken.".formatted(array.size(), MAX_TOOLS));
        }
        for (int i = 0; array != null && i < array.size(); i++) {
            String path = "tools[" + i + "]";
            Tool tool = tool(Shape.element(array.get(i), path), path);
            if (!names.add(tool.name())) {
                throw Shape.bad(path + ".function.name", "stands twice: " + tool.name() + ".");
            }
            tools.add(tool);
        }
        boolean parallel = Shape.field(root, "parallel_tool_calls") == null
                || Shape.flag(root, "parallel_tool_calls", "parallel_tool_calls");
        ToolChoiceReader.Chosen chosen = ToolChoiceReader.read(Shape.field(root, "tool_choice"), tools);
        if (chosen.offered().isEmpty()) {
            return Tools.NONE;
        }
        nameStrict(chosen.offered());
        return new Tools(chosen.offered(), chosen.choice(), parallel);
    }

    private Tool tool(ObjectNode element, String path) throws ApiException {
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
        String name = Shape.requiredString(function, "name", at + ".name");
        if (!NAME.matcher(name).matches()) {
            throw Shape.bad(at + ".name", "must be 1 to 64 of the characters a-z, A-Z, 0-9, _ and -.");
        }
        ignored.unknown(function, "tools[].function.", KNOWN);
        String description = Shape.string(function, "description", at + ".description");
        return new Tool(
                name,
                description == null ? "" : description,
                schema(Shape.object(function, "parameters", at + ".parameters"), at + ".parameters"),
                Shape.field(function, "strict") == null ? null : Shape.flag(function, "strict", at + ".strict"));
    }

    /** Whoever says nothing of the arguments, or only not that they are an object, means an object. */
    private static String schema(@Nullable ObjectNode parameters, String path) throws ApiException {
        if (parameters == null || parameters.isEmpty()) {
            return "{\"type\":\"object\",\"properties\":{}}";
        }
        JsonNode type = Shape.field(parameters, "type");
        if (type == null) {
            ObjectNode completed = JsonMapper.shared().createObjectNode().put("type", "object");
            parameters.properties().stream()
                    .filter(field -> !field.getKey().equals("type"))
                    .forEach(field -> completed.set(field.getKey(), field.getValue()));
            return completed.toString();
        }
        if (!type.isString() || !type.stringValue().equals("object")) {
            throw Shape.bad(path + ".type", "must be object: a tool's arguments are an object.");
        }
        Shape.object(parameters, "properties", path + ".properties");
        return parameters.toString();
    }

    /** No CLI promises that arguments match their schema. */
    private void nameStrict(List<Tool> tools) throws ApiException {
        for (Tool tool : tools) {
            if (Boolean.TRUE.equals(tool.strict())) {
                if (policy == UnsupportedParameters.REJECT) {
                    throw Shape.unsupported(
                            "tools", "'strict' can't be promised for the tool " + tool.name() + "; leave it out.");
                }
                ignored.add("tools[].function.strict");
            }
        }
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
