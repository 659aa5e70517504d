package dev.olp.provider.openai;

import dev.olp.provider.OutputFormat;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whether a schema is one that OpenAI takes as strict (its guide to structured outputs): objects that are closed and
 * require all they have, no keywords but those it lists, within its limits. What is left out here for caution is only told
 * in words instead.
 */
final class StrictSchema {
    private static final Set<String> KEYWORDS = Set.of(
            "$schema",
            "$defs",
            "$ref",
            "title",
            "description",
            "type",
            "enum",
            "const",
            "anyOf",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "minItems",
            "maxItems",
            "pattern",
            "format",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf");
    private static final Set<String> FORMATS =
            Set.of("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid");
    /** One of them says what a value is. */
    private static final Set<String> KINDS = Set.of("type", "enum", "const", "anyOf", "$ref");

    private static final int MAX_PROPERTIES = 5_000;
    private static final int MAX_LEVELS = 10;
    private static final int MAX_VALUES = 1_000;
    /** Of the whole, though only names and values count. */
    private static final int MAX_CHARACTERS = 120_000;

    private int properties;
    private int values;

    private StrictSchema() {}

    /** False for all other formats. */
    static boolean fits(OutputFormat format) {
        if (!(format instanceof OutputFormat.JsonSchema(String _, String _, String text))
                || text.length() > MAX_CHARACTERS) {
            return false;
        }
        JsonNode schema = JsonMapper.shared().readTree(text);
        return schema.path("type").asString("").equals("object")
                && !schema.has("anyOf")
                && new StrictSchema().fits(schema, 1);
    }

    private boolean fits(JsonNode schema, int level) {
        return schema.isObject()
                && level <= MAX_LEVELS
                && KINDS.stream().anyMatch(schema::has)
                && schema.properties().stream().allMatch(entry -> keyword(entry, level))
                && (!isObject(schema) || isClosed(schema));
    }

    private boolean keyword(Map.Entry<String, JsonNode> entry, int level) {
        JsonNode value = entry.getValue();
        return KEYWORDS.contains(entry.getKey())
                && switch (entry.getKey()) {
                    case "properties" -> {
                        properties += value.size();
                        yield properties <= MAX_PROPERTIES
                                && value.valueStream().allMatch(each -> fits(each, level + 1));
                    }
                    case "$defs" -> value.valueStream().allMatch(each -> fits(each, level));
                    case "anyOf" -> value.valueStream().allMatch(each -> fits(each, level));
                    case "items" -> fits(value, level + 1);
                    case "enum" -> {
                        values += value.size();
                        yield values <= MAX_VALUES;
                    }
                    case "format" -> FORMATS.contains(value.asString(""));
                    default -> true;
                };
    }

    private static boolean isObject(JsonNode schema) {
        return schema.has("properties") || JsonTypes.holds(schema.path("type"), "object");
    }

    private static boolean isClosed(JsonNode schema) {
        Set<String> names = Set.copyOf(schema.path("properties").propertyNames());
        Set<String> required = schema.path("required")
                .valueStream()
                .map(name -> name.asString(""))
                .collect(Collectors.toSet());
        return schema.path("additionalProperties").isBoolean()
                && !schema.path("additionalProperties").booleanValue()
                && required.equals(names);
    }
}
