package dev.olp.config;

import org.jspecify.annotations.Nullable;

/**
 * {@code cache}: answers kept in memory.
 *
 * @param maxBytes cap of all entries; null for a sixth of the heap
 * @param maxEntryBytes cap of one entry
 * @param sampled whether answers of a request without temperature 0 or a seed are kept too
 */
public record CacheSettings(
        boolean enabled, int ttlSeconds, @Nullable Long maxBytes, int maxEntryBytes, boolean sampled) {
    public static final CacheSettings DEFAULTS = new CacheSettings(true, 86_400, null, 1_048_576, false);

    public CacheSettings {
        Checks.range("ttlSeconds", ttlSeconds, 1, 31_536_000);
        if (maxBytes != null) {
            Checks.range("maxBytes", maxBytes, 0, 1L << 40);
        }
        Checks.range("maxEntryBytes", maxEntryBytes, 1024, 1 << 30);
    }
}
