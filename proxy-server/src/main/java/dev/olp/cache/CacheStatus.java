package dev.olp.cache;

import java.util.Locale;

/** What the cache had to do with a request: {@code X-OLP-Cache}, and {@code cache_status} of its row. */
public enum CacheStatus {
    /** It was answered from the cache. */
    HIT,
    /** It was looked for and not found. */
    MISS,
    /** It was not to be looked for, or there is no cache. */
    BYPASS,
    /** It shares the run of a request before it. */
    ATTACHED;

    /** As in the header. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }
}
