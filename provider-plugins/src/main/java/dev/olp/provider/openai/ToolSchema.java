package dev.olp.provider.openai;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool's JSON Schema as codex passes it on unchanged. What codex would drop is left out beforehand and what it would
 * narrow is left open, so that the model is never told of less room than the client gave; {@link #isWhole} tells whether
 * anything is missing. The order of properties is codex's, by name.
 */
final class ToolSchema {
    /** Bytes of compact JSON; 0.171.0 drops all descriptions of properties of a schema somewhere above 4,928. */
    private static final int LARGEST = 4_800;
    /** They say nothing of the arguments. */
    private static final Set<String> ABOUT_THE_SCHEMA = Set.of("$schema", "$comment");

    private static final Set<String> OF_OBJECTS = Set.of("properties", "required", "additionalProperties");
    private static final Set<String> OF_ARRAYS = Set.of("items", "minItems");

    private final boolean manyKeywords;
    private final ObjectNode reduced;
    private boolean whole = true;

    /**
     * Reduces a schema.
     *
     * @param schema of an object, whether it says so or not
     * @param manyKeywords whether this version keeps references, {@code oneOf}, {@code allOf} and {@code minItems}, and
     *     shortens what is too long
     */
    ToolSchema(ObjectNode schema, boolean manyKeywords) {
        this.manyKeywords = manyKeywords;
        this.reduced = reduce(schema.has("type") ? schema : schema.deepCopy().put("type", "object"));
        miss(manyKeywords
                && JsonMapper.shared().writeValueAsString(reduced).getBytes(StandardCharsets.UTF_8).length > LARGEST);
    }

    ObjectNode reduced() {
        return reduced;
    }

    boolean isWhole() {
        return whole;
    }

    private void miss(boolean something) {
        if (something) {
            whole = false;
        }
    }

    private ObjectNode reduce(JsonNode schema) {
        ObjectNode kept = JsonMapper.shared().createObjectNode();
        if (!schema.isObject()) {
            miss(!schema.isBoolean() || !schema.booleanValue());
            return kept;
        }
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            if (!ABOUT_THE_SCHEMA.contains(keyword.getKey())) {
                miss(!keep(kept, keyword.getKey(), keyword.getValue()));
            }
        }
        complete(kept);
        return kept;
    }

    /** Whether the keyword itself is kept; what is missing below it is noted there. */
    private boolean keep(ObjectNode kept, String keyword, JsonNode value) {
        return switch (keyword) {
            case "type" -> JsonTypes.areNames(value) && put(kept, keyword, value);
            case "description" -> value.isString() && put(kept, keyword, value);
            case "required" -> JsonTypes.areTexts(value) && put(kept, keyword, value);
            case "enum" -> value.isArray() && put(kept, keyword, value);
            case "const" -> put(kept, "enum", kept.arrayNode().add(value));
            case "properties" -> value.isObject() && put(kept, keyword, each(value));
            case "items" -> (value.isObject() || value.isBoolean()) && put(kept, keyword, reduce(value));
            case "additionalProperties" ->
                value.isBoolean() ? put(kept, keyword, value) : value.isObject() && put(kept, keyword, reduce(value));
            case "anyOf" -> isChoice(value) && put(kept, keyword, all(value));
            case "oneOf" -> isChoice(value) && put(kept, manyKeywords ? keyword : "anyOf", all(value)) && manyKeywords;
            case "allOf" -> manyKeywords && isChoice(value) && put(kept, keyword, all(value));
            case "$ref" -> manyKeywords && value.isString() && put(kept, keyword, value);
            case "$defs", "definitions" -> manyKeywords && value.isObject() && put(kept, keyword, each(value));
            case "minItems" -> manyKeywords && value.isInt() && value.intValue() >= 0 && put(kept, keyword, value);
            default -> false;
        };
    }

    /** Says what codex would else guess, which is often that something is a string. */
    private void complete(ObjectNode kept) {
        if (!kept.has("type") && kept.has("enum")) {
            kept.set("type", JsonTypes.of(kept.path("enum")));
        }
        if (!kept.has("type") && OF_OBJECTS.stream().anyMatch(kept::has)) {
            kept.put("type", "object");
            miss(true);
        }
        if (!kept.has("type") && OF_ARRAYS.stream().anyMatch(kept::has)) {
            kept.put("type", "array");
            miss(true);
        }
        if (JsonTypes.holds(kept.path("type"), "array") && !kept.has("items")) {
            kept.putObject("items");
        }
        if (JsonTypes.holds(kept.path("type"), "object") && !kept.has("properties")) {
            kept.putObject("properties");
        }
        if (kept.size() == 1 && kept.has("description")) {
            kept.removeAll();
            miss(true);
        }
    }

    private ObjectNode each(JsonNode schemas) {
        ObjectNode kept = JsonMapper.shared().createObjectNode();
        schemas.properties().forEach(entry -> kept.set(entry.getKey(), reduce(entry.getValue())));
        return kept;
    }

    private ArrayNode all(JsonNode schemas) {
        ArrayNode kept = JsonMapper.shared().createArrayNode();
        schemas.forEach(schema -> kept.add(reduce(schema)));
        return kept;
    }

    private static boolean isChoice(JsonNode value) {
        return value.isArray() && !value.isEmpty();
    }

    private static boolean put(ObjectNode kept, String keyword, JsonNode value) {
        kept.set(keyword, value);
        return true;
    }
}
