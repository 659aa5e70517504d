package dev.olp.config;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Builds settings records from JSON, strictly: every key must be a component, every value of its type, and what a record
 * refuses is told with its path. Goes on after a problem, so that all are told at once.
 */
final class SettingsBinder {
    private final Map<String, String> sources;
    private final List<Problem> problems = new ArrayList<>();

    /** @param sources by path, where a value was set that is not from the file */
    SettingsBinder(Map<String, String> sources) {
        this.sources = sources;
    }

    List<Problem> problems() {
        return problems;
    }

    /** The JSON object laid over the defaults. Null, with a problem noted, when neither gives a whole record. */
    <R extends Record> @Nullable R bind(Class<R> type, @Nullable R defaults, JsonNode json, String path) {
        if (!json.isObject()) {
            problem(path, json, "an object {…}");
            return defaults;
        }
        RecordComponent[] components = type.getRecordComponents();
        refuseUnknownKeys(json, Stream.of(components).map(Names::of).toList(), path);
        ValueBinder values = new ValueBinder(this);
        @Nullable Object[] fallbacks = new Object[components.length];
        @Nullable Object[] bound = new Object[components.length];
        boolean whole = true;
        for (int i = 0; i < components.length; i++) {
            String name = Names.of(components[i]);
            JsonNode given = json.get(name);
            fallbacks[i] = defaults == null ? null : Records.get(components[i], defaults);
            bound[i] =
                    given == null ? fallbacks[i] : values.bind(components[i], fallbacks[i], given, child(path, name));
            boolean missing = bound[i] == null && !Records.isNullable(components[i]);
            if (missing && given == null) {
                problems.add(new Problem(child(path, name), "", "a value: this key is required here", source(path)));
            }
            whole &= !missing;
        }
        return whole ? construct(type, bound, fallbacks, json, path) : defaults;
    }

    void problem(String path, JsonNode value, String expected) {
        String text = value.isString() ? value.stringValue() : value.isMissingNode() ? "" : value.toString();
        problems.add(new Problem(path, text.isEmpty() && value.isString() ? "\"\"" : text, expected, source(path)));
    }

    void refuseUnknownKeys(JsonNode json, List<String> known, String path) {
        for (String name : json.propertyNames()) {
            if (!known.contains(name)) {
                String hint = "a known key; " + NearestName.hint(name, known);
                problems.add(new Problem(child(path, name), "", hint, source(path)));
            }
        }
    }

    static String child(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Puts the default in the place of each value that the record refuses, until it takes the rest. */
    private <R extends Record> @Nullable R construct(
            Class<R> type, @Nullable Object[] values, @Nullable Object[] fallbacks, JsonNode json, String path) {
        RecordComponent[] components = type.getRecordComponents();
        for (int tries = 0; tries <= components.length; tries++) {
            try {
                return Records.create(type, values);
            } catch (InvalidSettingException refused) {
                int culprit = indexOf(components, refused.component());
                String name = Names.of(components[culprit]);
                problem(child(path, name), json.path(name), refused.expected());
                values[culprit] = fallbacks[culprit];
                if (fallbacks[culprit] == null && !Records.isNullable(components[culprit])) {
                    return null;
                }
            }
        }
        return null;
    }

    private String source(String path) {
        return sources.getOrDefault(path, ConfigLoader.FILE);
    }

    private static int indexOf(RecordComponent[] components, String name) {
        for (int i = 0; i < components.length; i++) {
            if (components[i].getName().equals(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no such component: " + name);
    }
}
