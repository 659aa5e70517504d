package dev.olp.provider.common;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads fields of a CLI's JSON without trusting that they are there or of the expected type. */
public final class JsonFields {
    private JsonFields() {}

    /** The field's string; null when it is missing or anything else. */
    public static @Nullable String text(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value != null && value.isString() ? value.stringValue() : null;
    }

    /** The field's string; {@code ""} when it is missing or anything else. */
    public static String textOrEmpty(JsonNode node, String field) {
        String value = text(node, field);
        return value == null ? "" : value;
    }

    /** The field's whole number; {@code fallback} when it is missing or anything else. */
    public static long number(JsonNode node, String field, long fallback) {
        JsonNode value = node.get(field);
        return value != null && value.isNumber() ? value.asLong(fallback) : fallback;
    }

    /** The field's truth; false when it is missing or anything else. */
    public static boolean isTrue(JsonNode node, String field) {
        JsonNode value = node.get(field);
        return value != null && value.isBoolean() && value.booleanValue();
    }
}
