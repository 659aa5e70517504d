package dev.olp.wire.chat;

import dev.olp.provider.Usage;
import tools.jackson.core.JsonGenerator;

/** OpenAI's {@code usage} object. */
final class UsageBody {
    private UsageBody() {}

    static void write(JsonGenerator json, Usage usage, boolean estimated) {
        json.writeStartObject();
        json.writeNumberProperty("prompt_tokens", usage.inputTokens());
        json.writeNumberProperty("completion_tokens", usage.outputTokens());
        json.writeNumberProperty("total_tokens", usage.totalTokens());
        json.writeObjectPropertyStart("prompt_tokens_details");
        json.writeNumberProperty("cached_tokens", usage.cachedInputTokens());
        json.writeEndObject();
        json.writeObjectPropertyStart("completion_tokens_details");
        json.writeNumberProperty("reasoning_tokens", usage.reasoningTokens());
        json.writeEndObject();
        if (estimated) {
            json.writeBooleanProperty("estimated", true);
        }
        json.writeEndObject();
    }
}
