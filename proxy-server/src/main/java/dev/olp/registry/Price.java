package dev.olp.registry;

import org.jspecify.annotations.Nullable;

/**
 * US dollars per million tokens, as published by the vendor.
 *
 * @param longPrompt other prices for long prompts; null when there are none
 */
public record Price(
        double input,
        double cachedInput,
        double cacheWrite,
        double output,
        @Nullable LongPrompt longPrompt) {
    /**
     * What an answer costs, in millionths of a US dollar: a dollar per million tokens is a millionth of one per token.
     * Input that was written to the provider's cache counts as ordinary input, since no provider of ours tells it apart.
     *
     * @param inputTokens all input, cache reads included
     * @param cachedTokens the part of it that was read from the provider's cache
     */
    public long micros(long inputTokens, long cachedTokens, long outputTokens) {
        LongPrompt other = longPrompt != null && inputTokens > longPrompt.aboveTokens() ? longPrompt : null;
        double perInput = other == null ? input : other.input();
        double perCached = other == null ? cachedInput : other.cachedInput();
        double perOutput = other == null ? output : other.output();
        long fresh = Math.max(0, inputTokens - cachedTokens);
        return Math.round(fresh * perInput + cachedTokens * perCached + outputTokens * perOutput);
    }

    /**
     * Prices of a request whose prompt is longer.
     *
     * @param aboveTokens the longest prompt that still has the ordinary prices
     */
    public record LongPrompt(long aboveTokens, double input, double cachedInput, double cacheWrite, double output) {}
}
