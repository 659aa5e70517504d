package dev.olp.cache;

import java.time.Duration;

/**
 * How answers are kept.
 *
 * @param enabled whether anything is kept or shared at all
 * @param ttl after which an answer is forgotten
 * @param maxBytes of all answers together
 * @param maxEntryBytes of one answer
 * @param sampled whether answers of a request that is not made to be repeatable are kept too
 */
public record CacheTerms(boolean enabled, Duration ttl, long maxBytes, int maxEntryBytes, boolean sampled) {
    /** Nothing is kept and nothing shared. */
    public static final CacheTerms OFF = new CacheTerms(false, Duration.ofDays(1), 0, 0, false);
}
