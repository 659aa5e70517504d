package dev.olp.registry;

import dev.olp.provider.Usage;
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
     */
    public long micros(Usage usage) {
        long cachedTokens = usage.cachedInputTokens();
        long writtenTokens = usage.cacheWriteTokens();
        LongPrompt other = longPrompt != null && usage.inputTokens() > longPrompt.aboveTokens() ? longPrompt : null;
        double perInput = other == null ? input : other.input();
        double perCached = other == null ? cachedInput : other.cachedInput();
        double perWritten = other == null ? cacheWrite : other.cacheWrite();
        double perOutput = other == null ? output : other.output();
        long fresh = Math.max(0, usage.inputTokens() - cachedTokens - writtenTokens);
        return Math.round(fresh * perInput
                + cachedTokens * perCached
                + writtenTokens * perWritten
                + usage.outputTokens() * perOutput);
    }

    /**
     * Prices of a request whose prompt is longer.
     *
     * @param aboveTokens the longest prompt that still has the ordinary prices
     */
    public record LongPrompt(long aboveTokens, double input, double cachedInput, double cacheWrite, double output) {}
}
