package dev.olp.cache;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;

/**
 * A whole answer.
 *
 * @param tenant whose it is: the key's id
 * @param reel its texts; never read itself, but {@link Reel#again} of it
 * @param hop that gave it
 * @param estimated whether we counted the usage and not the provider
 */
record StoredAnswer(String tenant, Reel reel, Hop hop, FinishReason reason, Usage usage, boolean estimated) {
    /** The key, the records and the cache's own node, in bytes. */
    private static final int AROUND = 320;

    /** What it takes in memory, in bytes. */
    int weight() {
        return AROUND + reel.size();
    }
}
