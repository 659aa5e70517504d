package dev.olp.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The answers that are kept, bounded by bytes for the whole process. Made when the first is stored: a server that keeps
 * none does not pay for it. Thread-safe.
 */
public final class AnswerCache {
    private final LongSupplier ticker;
    private final CacheCounts counts = new CacheCounts();
    private final LongAdder stored = new LongAdder();
    private final LongAdder evicted = new LongAdder();
    private final ReentrantLock changing = new ReentrantLock();
    private final AtomicLong epoch = new AtomicLong();
    private volatile CacheTerms terms = CacheTerms.OFF;
    private volatile @Nullable Cache<CacheKey, StoredAnswer> answers;

    /** @param ticker nanoseconds, monotonic */
    public AnswerCache(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** From now on these hold, for what is stored already too. */
    public void configure(CacheTerms wanted) {
        changing.lock();
        try {
            terms = wanted;
            Cache<CacheKey, StoredAnswer> cache = answers;
            if (!wanted.enabled()) {
                epoch.incrementAndGet();
                answers = null;
            } else if (cache != null) {
                cache.policy().eviction().orElseThrow().setMaximum(wanted.maxBytes());
                cache.policy().expireAfterWrite().orElseThrow().setExpiresAfter(wanted.ttl());
                cache.asMap().values().removeIf(answer -> answer.weight() > wanted.maxEntryBytes());
            }
        } finally {
            changing.unlock();
        }
    }

    /** What holds now. */
    public CacheTerms terms() {
        return terms;
    }

    /** The requests so far. */
    public CacheCounts counts() {
        return counts;
    }

    @Nullable
    StoredAnswer find(CacheKey key) {
        Cache<CacheKey, StoredAnswer> cache = answers;
        return cache == null ? null : cache.getIfPresent(key);
    }

    /** Changes whenever answers are to be forgotten: what was begun before is not to be stored after. */
    long epoch() {
        return epoch.get();
    }

    /**
     * Stores it, unless one is there already, or it is too large by what holds now.
     *
     * @param begun the epoch in which its run began
     */
    void store(CacheKey key, StoredAnswer answer, long begun) {
        changing.lock();
        try {
            if (begun != epoch.get()
                    || !terms.enabled()
                    || answer.weight() > terms.maxEntryBytes()
                    || answer.weight() > terms.maxBytes()) {
                return;
            }
            Cache<CacheKey, StoredAnswer> cache = answers;
            if (cache == null) {
                cache = make();
                answers = cache;
            }
            if (cache.asMap().putIfAbsent(key, answer) == null) {
                stored.increment();
            }
        } finally {
            changing.unlock();
        }
    }

    private Cache<CacheKey, StoredAnswer> make() {
        return Caffeine.newBuilder()
                .executor(Runnable::run) // no threads of its own: what is due is done by whoever comes by
                .ticker(ticker::getAsLong)
                .maximumWeight(terms.maxBytes())
                .weigher((CacheKey _, StoredAnswer answer) -> answer.weight())
                .expireAfterWrite(terms.ttl())
                .evictionListener((_, _, _) -> evicted.increment())
                .build();
    }

    /** Forgets all answers. */
    public Size clear() {
        changing.lock();
        try {
            epoch.incrementAndGet();
            Size before = size();
            answers = null;
            return before;
        } finally {
            changing.unlock();
        }
    }

    /** Forgets all answers of one tenant, whose key was erased. */
    public void forget(String tenant) {
        changing.lock();
        try {
            epoch.incrementAndGet();
            Cache<CacheKey, StoredAnswer> cache = answers;
            if (cache != null) {
                cache.asMap().values().removeIf(answer -> answer.tenant().equals(tenant));
            }
        } finally {
            changing.unlock();
        }
    }

    /** What is kept now, without what has expired. */
    public Size size() {
        Cache<CacheKey, StoredAnswer> cache = answers;
        if (cache == null) {
            return new Size(0, 0);
        }
        cache.cleanUp();
        long bytes = cache.policy().eviction().orElseThrow().weightedSize().orElse(0);
        return new Size(cache.estimatedSize(), bytes);
    }

    /** Answers that were stored since the start. */
    public long stored() {
        return stored.sum();
    }

    /** Of these, forgotten for want of room or after their time. */
    public long evicted() {
        return evicted.sum();
    }

    /**
     * So many answers.
     *
     * @param bytes that they take
     */
    public record Size(long entries, long bytes) {}
}
