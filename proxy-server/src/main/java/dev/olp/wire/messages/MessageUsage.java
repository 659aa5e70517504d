package dev.olp.wire.messages;

import dev.olp.provider.Usage;
import tools.jackson.core.JsonGenerator;

/** Anthropic's {@code usage}: its input is what was neither read from the cache nor written to it. */
final class MessageUsage {
    private MessageUsage() {}

    /** All of it, as the value of the property that was just named. */
    static void write(JsonGenerator json, Usage usage, boolean estimated) {
        json.writeStartObject();
        json.writeNumberProperty(
                "input_tokens", usage.inputTokens() - usage.cachedInputTokens() - usage.cacheWriteTokens());
        json.writeNumberProperty("cache_creation_input_tokens", usage.cacheWriteTokens());
        json.writeNumberProperty("cache_read_input_tokens", usage.cachedInputTokens());
        json.writeNumberProperty("output_tokens", usage.outputTokens());
        if (estimated) {
            json.writeBooleanProperty("estimated", true);
        }
        json.writeEndObject();
    }
}
