package dev.olp.registry;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Entries from JSON that the schema has found sound. */
final class RegistryEntries {
    private RegistryEntries() {}

    static ProviderEntry provider(JsonNode json) {
        return new ProviderEntry(
                text(json, "id"), text(json, "display_name"), RiskTier.valueOf(text(json, "risk_tier")));
    }

    static ModelEntry model(JsonNode json) {
        return new ModelEntry(
                text(json, "id"),
                text(json, "provider"),
                text(json, "display_name"),
                integer(json, "context_window"),
                integer(json, "max_output_tokens"),
                json.path("created").longValue(),
                json.path("deprecated").booleanValue(),
                texts(json, "input_modalities"),
                price(json.path("price")),
                texts(json, "aliases"));
    }

    private static @Nullable Price price(JsonNode json) {
        if (!json.isObject()) {
            return null;
        }
        JsonNode longer = json.path("long_prompt");
        return new Price(
                money(json, "input"),
                money(json, "cached_input"),
                money(json, "cache_write"),
                money(json, "output"),
                longer.isObject()
                        ? new Price.LongPrompt(
                                longer.path("above_tokens").longValue(),
                                money(longer, "input"),
                                money(longer, "cached_input"),
                                money(longer, "cache_write"),
                                money(longer, "output"))
                        : null);
    }

    private static String text(JsonNode json, String name) {
        return json.path(name).stringValue();
    }

    private static List<String> texts(JsonNode json, String name) {
        List<String> texts = new ArrayList<>();
        json.path(name).forEach(element -> texts.add(element.stringValue()));
        return texts;
    }

    private static @Nullable Integer integer(JsonNode json, String name) {
        JsonNode value = json.path(name);
        return value.isNull() ? null : value.intValue();
    }

    private static double money(JsonNode json, String name) {
        return json.path(name).doubleValue();
    }
}
