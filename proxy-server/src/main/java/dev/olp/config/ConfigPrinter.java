package dev.olp.config;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Shows a configuration as the JSON that would give it. Secrets are never printed. */
public final class ConfigPrinter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ConfigPrinter() {}

    /** The configuration as JSON. */
    public static ObjectNode json(OlpConfig config) {
        return object(config, Secret::toString);
    }

    /** The same with secrets as they are: to be compared, never shown. */
    static ObjectNode unmasked(OlpConfig config) {
        return object(config, Secret::value);
    }

    /** {@code {config, sources}}. */
    public static ObjectNode document(LoadedConfig loaded) {
        ObjectNode document = NODES.objectNode();
        document.set("config", json(loaded));
        ObjectNode sources = document.putObject("sources");
        sources(loaded).forEach(sources::put);
        return document;
    }

    /** The same with every reference to a secret as it stands in the file. */
    public static ObjectNode json(LoadedConfig loaded) {
        return SecretReferences.restored(json(loaded.config()), loaded.references());
    }

    /** By leaf path where each value comes from: {@code default}, {@code config.json} or a variable's name. */
    public static Map<String, String> sources(LoadedConfig loaded) {
        Map<String, String> all = new LinkedHashMap<>();
        collect(json(loaded), "", loaded, all);
        loaded.ownerToken().ifPresent(token -> all.put(OwnerToken.VARIABLE, "environment: " + token));
        if (loaded.sandboxDisabled()) {
            all.put(Environment.SANDBOX_DISABLED, "environment: 1");
        }
        return all;
    }

    /** JSON with a comment behind each value that is not a default; it can be used as {@code config.json} again, unless a secret stands in that. */
    public static String annotated(LoadedConfig loaded) {
        StringBuilder out = new StringBuilder();
        loaded.ownerToken().ifPresent(token -> out.append("// " + OwnerToken.VARIABLE + " is set: " + token + "\n"));
        if (loaded.sandboxDisabled()) {
            out.append("// " + Environment.SANDBOX_DISABLED + " is set\n");
        }
        write(json(loaded), "", "", loaded, out);
        return out.append('\n').toString();
    }

    private static void write(JsonNode json, String path, String indent, LoadedConfig loaded, StringBuilder out) {
        if (!json.isObject() || json.isEmpty()) {
            out.append(json);
            return;
        }
        out.append("{\n");
        int left = json.size();
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            String child = SettingsBinder.child(path, entry.getKey());
            out.append(indent)
                    .append("  ")
                    .append(NODES.stringNode(entry.getKey()))
                    .append(": ");
            write(entry.getValue(), child, indent + "  ", loaded, out);
            out.append(--left > 0 ? "," : "");
            String source = loaded.sources().get(child);
            out.append(source == null ? "\n" : " // " + source + "\n");
        }
        out.append(indent).append('}');
    }

    private static void collect(JsonNode json, String path, LoadedConfig loaded, Map<String, String> all) {
        if (!json.isObject() || json.isEmpty()) {
            all.put(path, loaded.sources().getOrDefault(path, "default"));
            return;
        }
        json.properties()
                .forEach(entry -> collect(entry.getValue(), SettingsBinder.child(path, entry.getKey()), loaded, all));
    }

    private static ObjectNode object(Record record, Function<Secret, String> secrets) {
        ObjectNode object = NODES.objectNode();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            object.set(Names.of(component), node(Records.get(component, record), secrets));
        }
        return object;
    }

    private static JsonNode node(@Nullable Object value, Function<Secret, String> secrets) {
        return switch (value) {
            case null -> NODES.nullNode();
            case Boolean truth -> NODES.booleanNode(truth);
            case Integer number -> NODES.numberNode(number);
            case Double number -> NODES.numberNode(number);
            case Long number -> NODES.numberNode(number);
            case Enum<?> constant -> NODES.stringNode(Names.of(constant));
            case Secret secret -> NODES.stringNode(secrets.apply(secret));
            case Record record -> object(record, secrets);
            case List<?> list -> {
                ArrayNode array = NODES.arrayNode();
                list.forEach(element -> array.add(node(element, secrets)));
                yield array;
            }
            case Map<?, ?> map -> {
                ObjectNode object = NODES.objectNode();
                map.forEach((key, element) -> object.set((String) Objects.requireNonNull(key), node(element, secrets)));
                yield object;
            }
            default -> NODES.stringNode(value.toString());
        };
    }
}
