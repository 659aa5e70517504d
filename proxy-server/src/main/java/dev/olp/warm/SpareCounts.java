package dev.olp.warm;

import org.jspecify.annotations.Nullable;

/**
 * How one provider's spare processes do.
 *
 * @param wanted by the configuration
 * @param ready those that wait
 * @param starting those that are being started
 * @param obstacle why there are none, whatever happens; null for no reason
 */
public record SpareCounts(
        int wanted, int ready, int starting, @Nullable String obstacle) {}
