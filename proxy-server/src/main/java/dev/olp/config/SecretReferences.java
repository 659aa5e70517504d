package dev.olp.config;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts in place what {@code config.json} only names, so that the file itself holds no secret: {@code ${env:NAME}} is that
 * variable, {@code ${file:/absolute/path}} what is in that file. Either may stand anywhere in a text.
 */
final class SecretReferences {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)}?");
    private static final int LONGEST = 4096;
    private static final String EXPECTED = "${env:NAME} or ${file:/absolute/path}";

    private final Map<String, String> environment;
    private final Map<String, String> sources;
    private final List<Problem> problems;
    private final Map<JsonPointer, String> texts = new LinkedHashMap<>();
    private final Set<Path> files = new HashSet<>();

    /** @param sources by path, where each text that names something is noted as it stands in the file */
    SecretReferences(Map<String, String> environment, Map<String, String> sources, List<Problem> problems) {
        this.environment = environment;
        this.sources = sources;
        this.problems = problems;
    }

    /** What stands in the file, by where: what is printed instead of what it became. */
    Map<JsonPointer, String> texts() {
        return texts;
    }

    /** All files that were named. */
    Set<Path> files() {
        return files;
    }

    /** @param root changed in place */
    void resolve(ObjectNode root) {
        resolve(root, "", JsonPointer.empty());
    }

    private void resolve(JsonNode node, String path, JsonPointer at) {
        switch (node) {
            case ObjectNode object -> {
                for (String name : List.copyOf(object.propertyNames())) {
                    JsonNode value = object.get(name);
                    String child = SettingsBinder.child(path, name);
                    JsonPointer there = at.appendProperty(name);
                    if (isReference(value)) {
                        object.set(name, resolved(value.stringValue(), child, there));
                    } else {
                        resolve(value, child, there);
                    }
                }
            }
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    String child = path + "[" + i + "]";
                    JsonPointer there = at.appendIndex(i);
                    if (isReference(array.get(i))) {
                        array.set(i, resolved(array.get(i).stringValue(), child, there));
                    } else {
                        resolve(array.get(i), child, there);
                    }
                }
            }
            default -> {}
        }
    }

    private static boolean isReference(JsonNode value) {
        return value.isString() && value.stringValue().contains("${");
    }

    private JsonNode resolved(String text, String path, JsonPointer at) {
        texts.put(at, text);
        sources.put(path, text);
        Matcher matcher = REFERENCE.matcher(text);
        StringBuilder whole = new StringBuilder();
        while (matcher.find()) {
            String value = matcher.group().endsWith("}") ? value(matcher.group(1), path) : refuse(path, EXPECTED);
            matcher.appendReplacement(whole, value == null ? "" : Matcher.quoteReplacement(value));
        }
        return JsonNodeFactory.instance.stringNode(matcher.appendTail(whole).toString());
    }

    private @Nullable String value(String reference, String path) {
        if (reference.startsWith("env:")) {
            String value = environment.getOrDefault(reference.substring("env:".length()), "");
            return value.isEmpty() ? refuse(path, "a variable that is set") : value;
        }
        if (reference.startsWith("file:/")) {
            Path file = Path.of(reference.substring("file:".length()));
            files.add(file);
            return SecretFile.read(file, LONGEST, expected -> refuse(path, expected));
        }
        return refuse(path, EXPECTED);
    }

    private @Nullable String refuse(String path, String expected) {
        problems.add(new Problem(path, "", expected, sources.get(path)));
        return null;
    }

    /** A configuration's JSON as the file has it. */
    static ObjectNode restored(ObjectNode json, Map<JsonPointer, String> texts) {
        texts.forEach((at, text) -> {
            JsonNode parent = json.at(at.head());
            if (parent instanceof ObjectNode object) {
                object.put(at.last().getMatchingProperty(), text);
            } else if (parent instanceof ArrayNode array) {
                array.set(at.last().getMatchingIndex(), JsonNodeFactory.instance.stringNode(text));
            }
        });
        return json;
    }
}
