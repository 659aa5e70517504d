package dev.olp.provider;

/**
 * Tokens of one answer, as the provider counted them.
 *
 * @param inputTokens all input, cache reads and cache writes included
 * @param cachedInputTokens the part of the input that was read from the provider's cache
 * @param cacheWriteTokens the part of the input that was written to it; 0 where the provider does not tell it apart
 * @param outputTokens all output, reasoning included
 * @param reasoningTokens the part of the output that was reasoning
 */
public record Usage(
        long inputTokens, long cachedInputTokens, long cacheWriteTokens, long outputTokens, long reasoningTokens) {
    public static final Usage ZERO = new Usage(0, 0, 0, 0, 0);

    /** Of both together. */
    public Usage plus(Usage other) {
        return new Usage(
                inputTokens + other.inputTokens,
                cachedInputTokens + other.cachedInputTokens,
                cacheWriteTokens + other.cacheWriteTokens,
                outputTokens + other.outputTokens,
                reasoningTokens + other.reasoningTokens);
    }

    public long totalTokens() {
        return inputTokens + outputTokens;
    }
}
