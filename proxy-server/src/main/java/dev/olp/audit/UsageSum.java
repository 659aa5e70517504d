package dev.olp.audit;

import java.time.Instant;

/**
 * What requests of one key to one model came to in an hour or a UTC day.
 *
 * @param start of the hour or day
 * @param keyId empty where no key was known; so are provider and model where none served
 * @param errors requests that did not succeed
 * @param costMicros of those whose price is known, millionths of a US dollar
 */
public record UsageSum(
        Instant start,
        String keyId,
        String provider,
        String model,
        long requests,
        long errors,
        long inputTokens,
        long cachedTokens,
        long outputTokens,
        long reasoningTokens,
        long costMicros) {
    /** How long a sum goes. */
    public enum Span {
        HOUR,
        DAY
    }
}
