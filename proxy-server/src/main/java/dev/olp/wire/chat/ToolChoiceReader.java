package dev.olp.wire.chat;

import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.Shape;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tool_choice}: a mode, a function, or a mode for some of the tools. */
public final class ToolChoiceReader {
    private static final ToolChoice AUTO = new ToolChoice.Auto();

    private ToolChoiceReader() {}

    /**
     * What follows from it.
     *
     * @param offered of the tools; empty where none may be called
     */
    public record Chosen(List<Tool> offered, ToolChoice choice) {}

    /** @param tools that are offered */
    public static Chosen read(@Nullable JsonNode choice, List<Tool> tools) throws ApiException {
        if (choice == null) {
            return new Chosen(tools, AUTO);
        }
        if (choice.isString()) {
            return mode(choice.stringValue(), "tool_choice", tools);
        }
        ObjectNode object = Shape.element(choice, "tool_choice");
        String type = Shape.requiredString(object, "type", "tool_choice.type");
        return switch (type) {
            case "function" -> {
                String name = name(object, "tool_choice");
                requireOffered(name, "tool_choice", tools);
                yield new Chosen(tools, new ToolChoice.Named(name));
            }
            case "allowed_tools" -> allowed(object, tools);
            case "custom", "mcp" ->
                throw Shape.unsupported("tool_choice", "Only tools of type function are supported, not " + type + ".");
            case "auto", "none", "required", "any" -> mode(type, "tool_choice.type", tools);
            default -> throw Shape.bad("tool_choice.type", "must be function or allowed_tools.");
        };
    }

    private static Chosen mode(String mode, String path, List<Tool> tools) throws ApiException {
        return switch (mode) {
            case "none" -> new Chosen(List.of(), AUTO);
            case "auto" -> new Chosen(tools, AUTO);
            case "required", "any" -> {
                if (tools.isEmpty()) {
                    throw Shape.bad("tool_choice", "can only be required where 'tools' offers some.");
                }
                yield new Chosen(tools, new ToolChoice.Required());
            }
            default -> throw Shape.bad(path, "must be none, auto or required.");
        };
    }

    /** OpenAI nests the mode and the tools; some clients send them flat. */
    private static Chosen allowed(ObjectNode object, List<Tool> tools) throws ApiException {
        ObjectNode nested = Shape.object(object, "allowed_tools", "tool_choice.allowed_tools");
        ObjectNode holder = nested == null ? object : nested;
        String path = nested == null ? "tool_choice" : "tool_choice.allowed_tools";
        String mode = Shape.requiredString(holder, "mode", path + ".mode");
        ArrayNode listed = Shape.array(holder, "tools", path + ".tools");
        Set<String> names = new HashSet<>();
        for (int i = 0; listed != null && i < listed.size(); i++) {
            String at = path + ".tools[" + i + "]";
            String name = name(Shape.element(listed.get(i), at), at);
            requireOffered(name, at, tools);
            names.add(name);
        }
        List<Tool> allowed = listed == null
                ? tools
                : tools.stream().filter(tool -> names.contains(tool.name())).toList();
        return mode(mode, path + ".mode", allowed);
    }

    private static String name(ObjectNode reference, String path) throws ApiException {
        ObjectNode function = Shape.object(reference, "function", path + ".function");
        return function == null
                ? Shape.requiredString(reference, "name", path + ".function.name")
                : Shape.requiredString(function, "name", path + ".function.name");
    }

    private static void requireOffered(String name, String path, List<Tool> tools) throws ApiException {
        if (tools.stream().noneMatch(tool -> tool.name().equals(name))) {
            throw Shape.bad(path, "names a function that 'tools' does not offer: " + IgnoredNames.encoded(name) + ".");
        }
    }
}
