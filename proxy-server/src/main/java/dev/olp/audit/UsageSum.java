package dev.olp.audit;

import java.time.Instant;

/**
 * What requests of one key to one model came to in an hour or a UTC day.
 *
 * @param start of the hour or day
 * @param keyId empty where no key was known; so are provider and model where none served
 * @param errors requests that did not succeed
 * @param costMicros of those whose price is known, millionths of a US dollar
 * @param cacheHits answered from the cache
 * @param cacheAttached answered by the run of a request before
 * @param cacheMisses looked for in the cache and run
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
        long costMicros,
        long cacheHits,
        long cacheAttached,
        long cacheMisses) {
    /** How long a sum goes. */
    public enum Span {
        HOUR,
        DAY
    }

    /** What sums are kept apart by when they are added up. */
    public enum By {
        PROVIDER,
        START
    }
}
