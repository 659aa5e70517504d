package dev.olp.wire;

import dev.olp.provider.Tool;
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

/** The tools of a request, checked one by one. */
public final class OfferedTools {
    /** In one request. */
    public static final int MAX_TOOLS = 512;

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    private final List<Tool> tools = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    /** The field {@code tools}; null for none. */
    public static @Nullable ArrayNode array(ObjectNode root) throws ApiException {
        ArrayNode array = Shape.array(root, "tools", "tools");
        if (array != null && array.size() > MAX_TOOLS) {
            throw Shape.bad("tools", "holds %d tools; at most %d are taken.".formatted(array.size(), MAX_TOOLS));
        }
        return array;
    }

    /**
     * Takes one.
     *
     * @param tool holds {@code name}, {@code description} and {@code strict}
     * @param schema the schema of its arguments; null for none
     * @throws ApiException 400 for a bad name, one that stands twice, or a schema that is not an object's
     */
    public void add(ObjectNode tool, String path, @Nullable ObjectNode schema, String schemaPath) throws ApiException {
        String name = Shape.requiredString(tool, "name", path + ".name");
        if (!NAME.matcher(name).matches()) {
            throw Shape.bad(path + ".name", "must be 1 to 64 of the characters a-z, A-Z, 0-9, _ and -.");
        }
        String description = Shape.string(tool, "description", path + ".description");
        Boolean strict = Shape.field(tool, "strict") == null ? null : Shape.flag(tool, "strict", path + ".strict");
        String checked = schema(schema, schemaPath);
        if (!names.add(name)) {
            throw Shape.bad(path + ".name", "stands twice: " + name + ".");
        }
        tools.add(new Tool(name, description == null ? "" : description, checked, strict));
    }

    public List<Tool> tools() {
        return tools;
    }

    /**
     * Of tools that are offered: no CLI promises that arguments match their schema.
     *
     * @param path as what is ignored is named
     * @throws ApiException 400 under {@code reject}
     */
    public static void nameStrict(List<Tool> tools, String path, UnsupportedParameters policy, IgnoredNames ignored)
            throws ApiException {
        for (Tool tool : tools) {
            if (Boolean.TRUE.equals(tool.strict())) {
                if (policy == UnsupportedParameters.REJECT) {
                    throw Shape.unsupported(
                            "tools", "'strict' can't be promised for the tool " + tool.name() + "; leave it out.");
                }
                ignored.add(path);
            }
        }
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
}
