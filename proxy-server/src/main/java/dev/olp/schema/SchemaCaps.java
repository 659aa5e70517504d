package dev.olp.schema;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;

/** What every schema is held to before the library sees it: its size, where it points to, its patterns. */
final class SchemaCaps {
    /** Characters of compact JSON; OpenAI takes 120,000 of names and values. */
    static final int MAX_CHARACTERS = 131_072;
    /** Levels of arrays and objects; a level of data takes two or three. */
    static final int MAX_DEPTH = 40;
    /** Keys and values. */
    static final int MAX_NODES = 20_000;
    /** Characters of one pattern. */
    static final int MAX_PATTERN = 1_024;

    /** They change what a reference means while it is followed. */
    private static final Set<String> MOVING = Set.of("$dynamicRef", "$recursiveRef");

    private int nodes;

    private SchemaCaps() {}

    static void check(JsonNode schema) throws UnsoundSchema {
        if (schema.toString().length() > MAX_CHARACTERS) {
            throw new UnsoundSchema("is longer than %d characters.".formatted(MAX_CHARACTERS));
        }
        new SchemaCaps().look(schema, 1);
    }

    private void look(JsonNode node, int depth) throws UnsoundSchema {
        if (depth > MAX_DEPTH) {
            throw new UnsoundSchema("is nested deeper than %d levels.".formatted(MAX_DEPTH));
        }
        if (++nodes > MAX_NODES) {
            throw new UnsoundSchema("holds more than %d keys and values.".formatted(MAX_NODES));
        }
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            keyword(entry.getKey(), entry.getValue());
            look(entry.getValue(), depth + 1);
        }
        if (node.isArray()) {
            for (JsonNode element : node) {
                look(element, depth + 1);
            }
        }
    }

    private static void keyword(String keyword, JsonNode value) throws UnsoundSchema {
        if (MOVING.contains(keyword) && value.isString()) {
            throw new UnsoundSchema("holds %s, which is not supported; use $ref.".formatted(keyword));
        }
        if (keyword.equals("$ref") && value.isString() && !value.stringValue().startsWith("#")) {
            throw new UnsoundSchema("holds a $ref to somewhere else; references within the schema begin with '#'.");
        }
        if (keyword.equals("pattern") && value.isString()) {
            pattern(value.stringValue());
        }
        if (keyword.equals("patternProperties")) {
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                pattern(entry.getKey());
            }
        }
    }

    private static void pattern(String pattern) throws UnsoundSchema {
        if (pattern.length() > MAX_PATTERN) {
            throw new UnsoundSchema("holds a pattern of more than %d characters.".formatted(MAX_PATTERN));
        }
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException e) {
            throw new UnsoundSchema("holds a pattern that is no regular expression to this server.");
        }
    }
}
