package dev.olp.provider.openai;

import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.StringNode;

/** The types of JSON Schema. */
final class JsonTypes {
    private static final Set<String> NAMES =
            Set.of("string", "number", "integer", "boolean", "object", "array", "null");

    private JsonTypes() {}

    /** Whether this is what the keyword {@code type} may be. */
    static boolean areNames(JsonNode value) {
        return value.isString()
                ? NAMES.contains(value.stringValue())
                : areTexts(value) && !value.isEmpty() && value.valueStream().allMatch(JsonTypes::areNames);
    }

    static boolean areTexts(JsonNode value) {
        return value.isArray() && value.valueStream().allMatch(JsonNode::isString);
    }

    /** Whether the value of {@code type} is that type, or has it among others. */
    static boolean holds(JsonNode types, String type) {
        return types.isString()
                ? types.stringValue().equals(type)
                : types.valueStream()
                        .anyMatch(each -> each.isString() && each.stringValue().equals(type));
    }

    /** The value of {@code type} that says no more of these values than they do. */
    static JsonNode of(JsonNode values) {
        Set<String> names = new LinkedHashSet<>();
        values.forEach(value -> names.add(name(value)));
        if (names.size() == 1) {
            return StringNode.valueOf(names.iterator().next());
        }
        ArrayNode several = JsonMapper.shared().createArrayNode();
        names.forEach(several::add);
        return several;
    }

    private static String name(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> "string";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case BOOLEAN -> "boolean";
            case ARRAY -> "array";
            case OBJECT -> "object";
            default -> "null";
        };
    }
}
