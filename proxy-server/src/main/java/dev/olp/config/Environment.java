package dev.olp.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Lays the environment over the file's JSON; it wins. An empty variable counts as unset. */
final class Environment {
    static final String SANDBOX_DISABLED = "OLP_SANDBOX_DISABLED";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Which variable sets which path. */
    private static final Map<String, List<String>> PATHS = new TreeMap<>(Map.of(
            "OLP_BIND", List.of("server", "bind"),
            "OLP_PORT", List.of("server", "port"),
            "OLP_LOG_LEVEL", List.of("logs", "level"),
            "OLP_CLAUDE_BIN", List.of("providers", "anthropic", "binary"),
            "OLP_CODEX_BIN", List.of("providers", "openai", "binary"),
            "OLP_VIBE_BIN", List.of("providers", "mistral", "binary")));

    private Environment() {}

    /**
     * @param root changed in place
     * @param sources where each path that was set is noted
     */
    static void overlay(Map<String, String> environment, ObjectNode root, Map<String, String> sources) {
        PATHS.forEach((variable, path) -> {
            String value = environment.getOrDefault(variable, "");
            if (!value.isEmpty() && set(root, path, node(variable, value))) {
                sources.put(String.join(".", path), variable);
            }
        });
    }

    static boolean sandboxDisabled(Map<String, String> environment, List<Problem> problems) {
        String value = environment.getOrDefault(SANDBOX_DISABLED, "");
        if (!List.of("", "0", "1").contains(value)) {
            problems.add(new Problem(SANDBOX_DISABLED, value, "1 or unset", null));
        }
        return value.equals("1");
    }

    private static JsonNode node(String variable, String value) {
        return switch (variable) {
            case "OLP_PORT" ->
                value.matches("\\d{1,9}") ? NODES.numberNode(Integer.parseInt(value)) : NODES.stringNode(value);
            case "OLP_BIND" -> {
                ArrayNode addresses = NODES.arrayNode();
                Stream.of(value.split(",", -1)).map(String::strip).forEach(addresses::add);
                yield addresses;
            }
            case "OLP_LOG_LEVEL" -> NODES.stringNode(value.toLowerCase(Locale.ROOT));
            default -> NODES.stringNode(value);
        };
    }

    /** False where the file has something else than an object on the way; that is told when it is bound. */
    private static boolean set(ObjectNode root, List<String> path, JsonNode value) {
        ObjectNode at = root;
        for (String name : path.subList(0, path.size() - 1)) {
            JsonNode next = at.get(name);
            if (next == null) {
                next = at.putObject(name);
            }
            if (!(next instanceof ObjectNode object)) {
                return false;
            }
            at = object;
        }
        at.set(path.getLast(), value);
        return true;
    }
}
