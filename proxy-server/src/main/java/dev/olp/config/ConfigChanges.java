package dev.olp.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What is different between two configurations, by leaf path. */
public final class ConfigChanges {
    /** A path, or the beginning of some, of what the process is built on. */
    private static final List<String> ONLY_AT_START = List.of(
            "server.bind",
            "server.port",
            "isolation.tier",
            "isolation.sandbox",
            "isolation.cli_updates",
            "limits.time_zone",
            "audit.ndjson",
            "logs.file");

    private ConfigChanges() {}

    /** Paths of the settings that differ, in order; the owner's token is told by its variable's name. */
    public static List<String> between(LoadedConfig before, LoadedConfig after) {
        Map<String, JsonNode> old = leaves(before);
        Map<String, JsonNode> now = leaves(after);
        TreeSet<String> paths = new TreeSet<>(old.keySet());
        paths.addAll(now.keySet());
        paths.removeIf(path ->
                old.containsKey(path) && now.containsKey(path) && old.get(path).equals(now.get(path)));
        List<String> changed = new ArrayList<>(paths);
        if (!before.ownerToken().equals(after.ownerToken())) {
            changed.add(OwnerToken.VARIABLE);
        }
        return List.copyOf(changed);
    }

    /** Those of the paths that a running server cannot take. */
    public static List<String> onlyAtStart(List<String> paths) {
        return paths.stream()
                .filter(path ->
                        ONLY_AT_START.stream().anyMatch(fixed -> path.equals(fixed) || path.startsWith(fixed + ".")))
                .toList();
    }

    private static Map<String, JsonNode> leaves(LoadedConfig loaded) {
        Map<String, JsonNode> leaves = new TreeMap<>();
        collect(ConfigPrinter.unmasked(loaded.config()), "", leaves);
        return leaves;
    }

    private static void collect(JsonNode json, String path, Map<String, JsonNode> leaves) {
        if (!json.isObject() || json.isEmpty()) {
            leaves.put(path, json);
            return;
        }
        json.properties()
                .forEach(entry -> collect(entry.getValue(), SettingsBinder.child(path, entry.getKey()), leaves));
    }
}
