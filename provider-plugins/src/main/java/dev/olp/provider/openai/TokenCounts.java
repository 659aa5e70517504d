package dev.olp.provider.openai;

import dev.olp.provider.Usage;
import dev.olp.provider.common.JsonFields;
import tools.jackson.databind.JsonNode;

/** codex's counts of tokens: {@code inputTokens}, {@code cachedInputTokens}, {@code outputTokens}, {@code reasoningOutputTokens}. */
final class TokenCounts {
    private TokenCounts() {}

    static Usage read(JsonNode tokens) {
        return new Usage(
                JsonFields.number(tokens, "inputTokens", 0),
                JsonFields.number(tokens, "cachedInputTokens", 0),
                0,
                JsonFields.number(tokens, "outputTokens", 0),
                JsonFields.number(tokens, "reasoningOutputTokens", 0));
    }

    /** Whether the total is more than what is known. */
    static boolean exceeds(Usage total, Usage known) {
        return known.totalTokens() > 0 && total.totalTokens() > known.totalTokens();
    }
}
