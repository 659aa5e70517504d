package dev.olp.wire.responses;

import dev.olp.provider.Usage;
import tools.jackson.core.JsonGenerator;

/** The {@code usage} of a response. */
final class ResponseUsage {
    private ResponseUsage() {}

    /** All of it, as the value of the property that was just named. */
    static void write(JsonGenerator json, Usage usage, boolean estimated) {
        json.writeStartObject();
        json.writeNumberProperty("input_tokens", usage.inputTokens());
        json.writeObjectPropertyStart("input_tokens_details");
        json.writeNumberProperty("cached_tokens", usage.cachedInputTokens());
        json.writeEndObject();
        json.writeNumberProperty("output_tokens", usage.outputTokens());
        json.writeObjectPropertyStart("output_tokens_details");
        json.writeNumberProperty("reasoning_tokens", usage.reasoningTokens());
        json.writeEndObject();
        json.writeNumberProperty("total_tokens", usage.totalTokens());
        if (estimated) {
            json.writeBooleanProperty("estimated", true);
        }
        json.writeEndObject();
    }
}
