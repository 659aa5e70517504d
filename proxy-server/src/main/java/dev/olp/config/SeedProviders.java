package dev.olp.config;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Understands what the seed's files say under {@code providers}: {@code enabled.<name>: true|false} besides {@code
 * <name>.enabled}, and names that have no adapter here, as long as they are not switched on.
 */
final class SeedProviders {
    private SeedProviders() {}

    /** Rewrites the file's JSON in place to what the records know. */
    static void rewrite(ObjectNode root, List<Problem> problems) {
        if (!(root.get("providers") instanceof ObjectNode providers)) {
            return;
        }
        if (providers.get("enabled") instanceof ObjectNode switches) {
            providers.remove("enabled");
            for (Map.Entry<String, JsonNode> entry : switches.properties()) {
                JsonNode provider = providers.get(entry.getKey());
                ObjectNode target =
                        provider instanceof ObjectNode object ? object : providers.putObject(entry.getKey());
                if (target.has("enabled") && !target.get("enabled").equals(entry.getValue())) {
                    problems.add(new Problem(
                            "providers.enabled." + entry.getKey(),
                            entry.getValue().toString(),
                            "the same as providers." + entry.getKey() + ".enabled",
                            ConfigLoader.FILE));
                }
                target.set("enabled", entry.getValue());
            }
        }
        for (String name : Providers.WITHOUT_ADAPTER) {
            JsonNode provider = providers.remove(name);
            if (provider != null && provider.path("enabled").asBoolean(true)) {
                problems.add(new Problem(
                        "providers." + name + ".enabled",
                        "true",
                        "false: this OLP has no adapter for it",
                        ConfigLoader.FILE));
            }
        }
    }
}
