package dev.olp.wire.messages;

import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.wire.ApiException;
import dev.olp.wire.IgnoredNames;
import dev.olp.wire.OfferedTools;
import dev.olp.wire.Shape;
import dev.olp.wire.UnsupportedParameters;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tools} and {@code tool_choice}. */
final class MessageTools {
    private static final Set<String> KNOWN =
            Set.of("name", "description", "input_schema", "type", "strict", "defer_loading");
    private static final Set<String> KNOWN_OF_CHOICE = Set.of("type", "name", "disable_parallel_tool_use");

    private MessageTools() {}

    /** @param loaded those of the tools with {@code defer_loading} that the model knows of; the others are left out */
    static Tools read(ObjectNode root, Set<String> loaded, UnsupportedParameters policy, IgnoredNames ignored)
            throws ApiException {
        OfferedTools tools = new OfferedTools();
        ArrayNode array = OfferedTools.array(root);
        for (int i = 0; array != null && i < array.size(); i++) {
            String path = "tools[" + i + "]";
            ObjectNode tool = Shape.element(array.get(i), path);
            if (isOffered(tool, path, loaded)) {
                add(tools, tool, path, ignored);
            }
        }
        Tools chosen = chosen(tools.tools(), Shape.object(root, "tool_choice", "tool_choice"), ignored);
        OfferedTools.nameStrict(chosen.offered(), "tools[].strict", policy, ignored);
        return chosen;
    }

    private static boolean isOffered(ObjectNode tool, String path, Set<String> loaded) throws ApiException {
        return !Shape.flag(tool, "defer_loading", path + ".defer_loading")
                || loaded.contains(Shape.requiredString(tool, "name", path + ".name"));
    }

    private static void add(OfferedTools tools, ObjectNode tool, String path, IgnoredNames ignored)
            throws ApiException {
        String type = Shape.string(tool, "type", path + ".type");
        if (type != null && !type.equals("custom")) {
            throw Shape.unsupported(
                    path + ".type", "Only tools that the client runs itself are supported (type custom).");
        }
        String schemaPath = path + ".input_schema";
        ObjectNode schema = Shape.object(tool, "input_schema", schemaPath);
        if (schema == null) {
            throw Shape.bad(schemaPath, "is required and must be a JSON Schema object.");
        }
        ignored.unknown(tool, "tools[].", KNOWN);
        tools.add(tool, path, schema, schemaPath);
    }

    private static Tools chosen(List<Tool> offered, @Nullable ObjectNode choice, IgnoredNames ignored)
            throws ApiException {
        if (choice == null) {
            return offered.isEmpty() ? Tools.NONE : new Tools(offered, new ToolChoice.Auto(), true);
        }
        ignored.unknown(choice, "tool_choice.", KNOWN_OF_CHOICE);
        boolean parallel = !Shape.flag(choice, "disable_parallel_tool_use", "tool_choice.disable_parallel_tool_use");
        return switch (Shape.requiredString(choice, "type", "tool_choice.type")) {
            case "none" -> Tools.NONE;
            case "auto" -> offered.isEmpty() ? Tools.NONE : new Tools(offered, new ToolChoice.Auto(), parallel);
            case "any" -> new Tools(requireSome(offered), new ToolChoice.Required(), parallel);
            case "tool" -> {
                String name = Shape.requiredString(choice, "name", "tool_choice.name");
                if (offered.stream().noneMatch(tool -> tool.name().equals(name))) {
                    throw Shape.bad("tool_choice.name", "names none of the tools.");
                }
                yield new Tools(offered, new ToolChoice.Named(name), parallel);
            }
            default -> throw Shape.bad("tool_choice.type", "must be auto, any, tool or none.");
        };
    }

    private static List<Tool> requireSome(List<Tool> offered) throws ApiException {
        if (offered.isEmpty()) {
            throw Shape.bad("tool_choice", "asks for a call, but 'tools' is empty.");
        }
        return offered;
    }
}
