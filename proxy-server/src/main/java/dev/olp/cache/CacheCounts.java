package dev.olp.cache;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** How many requests there were of each kind since the start. Thread-safe. */
public final class CacheCounts {
    private final Map<CacheStatus, LongAdder> counts = new EnumMap<>(CacheStatus.class);

    CacheCounts() {
        for (CacheStatus status : CacheStatus.values()) {
            counts.put(status, new LongAdder());
        }
    }

    void count(CacheStatus status) {
        adder(status).increment();
    }

    /** So many. */
    public long of(CacheStatus status) {
        return adder(status).sum();
    }

    private LongAdder adder(CacheStatus status) {
        return Objects.requireNonNull(counts.get(status));
    }
}
