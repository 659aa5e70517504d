package dev.olp.cache;

import dev.olp.run.RunTrace;

/** Is told what the cache has to do with a request, before anything of its answer is. */
@FunctionalInterface
public interface CacheNote {
    /** @param trace of the run that answers it; costs nothing where another request bears them */
    void cached(CacheStatus status, Sharing sharing, RunTrace trace);
}
