package dev.olp.provider.anthropic;

import dev.olp.provider.Usage;
import dev.olp.provider.common.JsonFields;
import tools.jackson.databind.JsonNode;

/** Reads Anthropic's usage objects. They count cache reads and cache writes beside the input, we within it. */
final class ClaudeUsage {
    private long input;
    private long cacheRead;
    private long cacheWrite;
    private long output;
    private long thinking;

    /** Takes over the counts that {@code usage} has; a later event repeats only some of them. */
    void update(JsonNode usage) {
        input = JsonFields.number(usage, "input_tokens", input);
        cacheRead = JsonFields.number(usage, "cache_read_input_tokens", cacheRead);
        cacheWrite = JsonFields.number(usage, "cache_creation_input_tokens", cacheWrite);
        output = JsonFields.number(usage, "output_tokens", output);
        JsonNode details = usage.get("output_tokens_details");
        if (details != null) {
            thinking = JsonFields.number(details, "thinking_tokens", thinking);
        }
    }

    Usage toUsage() {
        return new Usage(input + cacheRead + cacheWrite, cacheRead, cacheWrite, output, thinking);
    }
}
