package dev.olp.wire.responses;

import dev.olp.provider.Tools;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.OfferedTools;
import dev.olp.wire.Shape;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ToolChoiceReader;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code tools}, {@code tool_choice} and {@code parallel_tool_calls}. What the vendor itself would run, and clients offer
 * with every request, is left out and named.
 */
final class ResponseTools {
    private static final Set<String> KNOWN_OF_FUNCTION = Set.of("type", "name", "description", "parameters", "strict");
    private static final Set<String> KNOWN_OF_CUSTOM = Set.of("type", "name", "description", "format");
    private static final Set<String> KNOWN_OF_NAMESPACE = Set.of("type", "name", "description", "tools");
    private static final Set<String> OPTIONAL = Set.of("web_search", "tool_search", "image_generation");

    private final UnsupportedParameters policy;
    private final IgnoredNames ignored;
    private final OfferedTools tools = new OfferedTools();
    private final ToolNames names = new ToolNames();

    ResponseTools(UnsupportedParameters policy, IgnoredNames ignored) {
        this.policy = policy;
        this.ignored = ignored;
    }

    /** Of all tools that were read. */
    ToolNames names() {
        return names;
    }

    Tools read(ObjectNode root) throws ApiException {
        ArrayNode array = OfferedTools.array(root);
        for (int i = 0; array != null && i < array.size(); i++) {
            String path = "tools[" + i + "]";
            tool(Shape.element(array.get(i), path), path);
        }
        boolean parallel = Shape.field(root, "parallel_tool_calls") == null
                || Shape.flag(root, "parallel_tool_calls", "parallel_tool_calls");
        ToolChoiceReader.Chosen chosen = ToolChoiceReader.read(choice(root), tools.tools());
        if (chosen.offered().isEmpty()) {
            return Tools.NONE;
        }
        OfferedTools.nameStrict(chosen.offered(), "tools[].strict", policy, ignored);
        return new Tools(chosen.offered(), chosen.choice(), parallel);
    }

    private void tool(ObjectNode tool, String path) throws ApiException {
        String type = Shape.requiredString(tool, "type", path + ".type");
        switch (type) {
            case "function" -> function(tool, null, path);
            case "custom" -> custom(tool, path);
            case "namespace" -> namespace(tool, path);
            default -> hosted(type, path);
        }
    }

    private void function(ObjectNode tool, @Nullable String namespace, String path) throws ApiException {
        ignored.unknown(tool, "tools[].", KNOWN_OF_FUNCTION);
        String name = Shape.requiredString(tool, "name", path + ".name");
        String schemaPath = path + ".parameters";
        ObjectNode flat = namespace == null ? tool : tool.deepCopy().put("name", ToolNames.flat(namespace, name));
        tools.add(flat, path, Shape.object(tool, "parameters", schemaPath), schemaPath);
        names.add(new ClientTool(namespace, name, false));
    }

    private void custom(ObjectNode tool, String path) throws ApiException {
        ignored.unknown(tool, "tools[].", KNOWN_OF_CUSTOM);
        String own = Shape.string(tool, "description", path + ".description");
        ObjectNode format = Shape.object(tool, "format", path + ".format");
        String described = FreeText.description(own == null ? "" : own, format, path + ".format");
        tools.add(tool.deepCopy().put("description", described), path, FreeText.schema(), path);
        names.add(new ClientTool(null, Shape.requiredString(tool, "name", path + ".name"), true));
    }

    private void namespace(ObjectNode tool, String path) throws ApiException {
        ignored.unknown(tool, "tools[].", KNOWN_OF_NAMESPACE);
        String namespace = Shape.requiredString(tool, "name", path + ".name");
        ArrayNode inner = Shape.array(tool, "tools", path + ".tools");
        for (int i = 0; inner != null && i < inner.size(); i++) {
            String at = path + ".tools[" + i + "]";
            ObjectNode each = Shape.element(inner.get(i), at);
            if (!Shape.requiredString(each, "type", at + ".type").equals("function")) {
                throw Shape.unsupported(at + ".type", "Only tools of type function can stand in a namespace.");
            }
            function(each, namespace, at);
        }
    }

    private void hosted(String type, String path) throws ApiException {
        boolean optional = OPTIONAL.stream().anyMatch(type::startsWith);
        if (!optional || policy == UnsupportedParameters.REJECT) {
            throw Shape.unsupported(
                    path + ".type",
                    "Tools of type %s are not supported, only those that the client runs itself (function, custom)."
                            .formatted(IgnoredNames.encoded(type)));
        }
        ignored.add("tools[]." + type);
    }

    /** A custom tool is chosen like a function. */
    private static @Nullable JsonNode choice(ObjectNode root) throws ApiException {
        JsonNode choice = Shape.field(root, "tool_choice");
        if (!(choice instanceof ObjectNode object)) {
            return choice;
        }
        String type = Shape.requiredString(object, "type", "tool_choice.type");
        return switch (type) {
            case "custom" -> object.deepCopy().put("type", "function");
            case "function", "allowed_tools" -> object;
            default ->
                throw Shape.unsupported(
                        "tool_choice", "Only a tool that the client runs itself can be chosen, by function or custom.");
        };
    }
}
