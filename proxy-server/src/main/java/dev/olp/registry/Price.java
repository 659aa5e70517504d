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
     * Prices of a request whose prompt is longer.
     *
     * @param aboveTokens the longest prompt that still has the ordinary prices
     */
    public record LongPrompt(long aboveTokens, double input, double cachedInput, double cacheWrite, double output) {}
}
