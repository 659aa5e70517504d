package dev.olp.wire;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Typed reads of a JSON object's fields. A field that is missing or null is null here; one of another type is a 400
 * {@code invalid_value} that carries its path.
 */
public final class Shape {
    private Shape() {}

    /** The field, or null when it is missing or JSON's null. */
    public static @Nullable JsonNode field(ObjectNode object, String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }

    public static @Nullable String string(ObjectNode object, String name, String path) throws ApiException {
        JsonNode value = field(object, name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            throw wrong(path, "a string", value);
        }
        return value.stringValue();
    }

    /** A string that must be there and not empty. */
    public static String requiredString(ObjectNode object, String name, String path) throws ApiException {
        String value = string(object, name, path);
        if (value == null || value.isEmpty()) {
            throw bad(path, "is required and must be a non-empty string.");
        }
        return value;
    }

    /** False when it is missing. */
    public static boolean flag(ObjectNode object, String name, String path) throws ApiException {
        JsonNode value = field(object, name);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            throw wrong(path, "true or false", value);
        }
        return value.booleanValue();
    }

    public static @Nullable ObjectNode object(ObjectNode object, String name, String path) throws ApiException {
        JsonNode value = field(object, name);
        if (value == null || value instanceof ObjectNode) {
            return (ObjectNode) value;
        }
        throw wrong(path, "an object", value);
    }

    public static @Nullable ArrayNode array(ObjectNode object, String name, String path) throws ApiException {
        JsonNode value = field(object, name);
        if (value == null || value instanceof ArrayNode) {
            return (ArrayNode) value;
        }
        throw wrong(path, "an array", value);
    }

    /** An integer of 1 to 2,147,483,647. */
    public static @Nullable Integer positiveInteger(ObjectNode object, String name) throws ApiException {
        JsonNode value = field(object, name);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber() || value.longValue() < 1 || value.longValue() > Integer.MAX_VALUE) {
            throw bad(name, "must be an integer of 1 to 2147483647.");
        }
        return (int) value.longValue();
    }

    public static ObjectNode element(JsonNode value, String path) throws ApiException {
        if (value instanceof ObjectNode object) {
            return object;
        }
        throw wrong(path, "an object", value);
    }

    public static ApiException wrong(String path, String expected, JsonNode found) {
        return bad(path, "must be %s, not %s.".formatted(expected, kind(found)));
    }

    /** A 400 {@code invalid_value} whose message begins with the path. */
    public static ApiException bad(String path, String rest) {
        return new ApiException(ApiError.badValue(path, "'" + path + "' " + rest));
    }

    /** A 400 {@code unsupported_parameter}. */
    public static ApiException unsupported(String path, String message) {
        return new ApiException(
                new ApiError(400, "invalid_request_error", "unsupported_parameter", path, message, Map.of()));
    }

    static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            default -> "null";
        };
    }
}
