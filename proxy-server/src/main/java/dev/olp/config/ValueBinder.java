package dev.olp.config;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Turns one JSON value into a component's Java value. What a number may be is known to its record alone: for what is no
 * whole number at all the record is offered an impossible one, and its refusal says what would be right.
 */
final class ValueBinder {
    private final SettingsBinder records;

    ValueBinder(SettingsBinder records) {
        this.records = records;
    }

    /** The value; the fallback, with a problem noted, when the JSON is of the wrong type. */
    @Nullable
    Object bind(RecordComponent component, @Nullable Object fallback, JsonNode json, String path) {
        if (json.isNull() && Records.isNullable(component)) {
            return null;
        }
        if (component.isAnnotationPresent(ByProvider.class) && json.isObject()) {
            records.refuseUnknownKeys(json, Providers.KNOWN, path);
        }
        return bind(component.getGenericType(), fallback, json, path);
    }

    private @Nullable Object bind(Type type, @Nullable Object fallback, JsonNode json, String path) {
        return switch (type) {
            case ParameterizedType list
            when list.getRawType() == List.class -> bindList(list.getActualTypeArguments()[0], fallback, json, path);
            case ParameterizedType map -> bindMap(map.getActualTypeArguments()[1], fallback, json, path);
            case Class<?> scalar -> bindScalar(scalar, fallback, json, path);
            default -> throw new IllegalStateException("no settings are of type " + type);
        };
    }

    private @Nullable Object bindScalar(Class<?> type, @Nullable Object fallback, JsonNode json, String path) {
        if (type == int.class || type == Integer.class) {
            return Math.clamp(wholeNumber(json), Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        if (type == Long.class) {
            return wholeNumber(json);
        }
        if (type == Double.class) {
            return json.isNumber() ? json.doubleValue() : Double.NaN;
        }
        if (type == boolean.class) {
            return json.isBoolean() ? json.booleanValue() : refuse(path, json, "true or false", fallback);
        }
        if (type == String.class) {
            return json.isString() ? json.stringValue() : refuse(path, json, "a text in quotes", fallback);
        }
        if (type == Secret.class) {
            return json.isString() ? new Secret(json.stringValue()) : refuse(path, json, "a text in quotes", fallback);
        }
        if (type.isEnum()) {
            return bindEnum(type, fallback, json, path);
        }
        Class<? extends Record> record = type.asSubclass(Record.class);
        return bindRecord(record, fallback, json, path);
    }

    private <R extends Record> @Nullable R bindRecord(
            Class<R> type, @Nullable Object fallback, JsonNode json, String path) {
        return records.bind(type, fallback == null ? null : type.cast(fallback), json, path);
    }

    private @Nullable Object bindEnum(Class<?> type, @Nullable Object fallback, JsonNode json, String path) {
        for (Object constant : type.getEnumConstants()) {
            if (json.isString() && Names.of((Enum<?>) constant).equals(json.stringValue())) {
                return constant;
            }
        }
        return refuse(path, json, "one of " + String.join(", ", Names.of(type)), fallback);
    }

    private @Nullable Object bindList(Type element, @Nullable Object fallback, JsonNode json, String path) {
        if (!json.isArray()) {
            return refuse(path, json, "a list […]", fallback);
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < json.size(); i++) {
            Object value = bind(element, null, json.get(i), path + "[" + i + "]");
            if (value == null) {
                return fallback;
            }
            values.add(value);
        }
        return values;
    }

    /** Keys that the file does not name keep their defaults. */
    private @Nullable Object bindMap(Type element, @Nullable Object fallback, JsonNode json, String path) {
        if (!json.isObject()) {
            return refuse(path, json, "an object {…}", fallback);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        if (fallback instanceof Map<?, ?> defaults) {
            defaults.forEach((key, value) -> values.put((String) key, value));
        }
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            Object standing = values.get(entry.getKey());
            Object defaults = standing == null && element instanceof Class<?> type ? Records.defaults(type) : standing;
            Object value = bind(element, defaults, entry.getValue(), SettingsBinder.child(path, entry.getKey()));
            if (value != null) {
                values.put(entry.getKey(), value);
            }
        }
        return values;
    }

    private @Nullable Object refuse(String path, JsonNode json, String expected, @Nullable Object fallback) {
        records.problem(path, json, expected);
        return fallback;
    }

    /** The number, or an impossible one that every record refuses. */
    private static long wholeNumber(JsonNode json) {
        return json.isIntegralNumber() && json.canConvertToLong() ? json.longValue() : Long.MIN_VALUE;
    }
}
