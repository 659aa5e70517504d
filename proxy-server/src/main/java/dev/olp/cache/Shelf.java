package dev.olp.cache;

import dev.olp.cache.CacheKeys.Identified;
import dev.olp.routing.Hop;
import dev.olp.routing.Sparing;
import dev.olp.run.HopFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the answers to one request are kept: the first hop's, and those of each other hop apart from it. Another hop's is
 * found only while that hop would be asked.
 */
final class Shelf {
    private final AnswerCache cache;
    private final Identified identified;
    private final List<Hop> hops;
    private final Turns turns;

    Shelf(AnswerCache cache, Identified identified, List<Hop> hops, Turns turns) {
        this.cache = cache;
        this.identified = identified;
        this.hops = hops;
        this.turns = turns;
    }

    /** Of all the request's runs, whoever answers. */
    CacheKey key() {
        return identified.key();
    }

    /**
     * An answer that was kept.
     *
     * @param passed the hops before the one that gave it, with what speaks against them now
     */
    record Found(StoredAnswer answer, List<HopFailure> passed) {}

    @Nullable
    Found find() {
        StoredAnswer first = kept(hops.getFirst());
        if (first != null) {
            return new Found(first, List.of());
        }
        return hops.size() == 1 ? null : another();
    }

    private @Nullable Found another() {
        Sparing.Order order = turns.of(hops);
        List<HopFailure> passed = new ArrayList<>();
        order.spared().forEach((hop, skip) -> passed.add(HopFailure.spared(hop, skip)));
        for (Hop hop : order.hops()) {
            StoredAnswer answer = kept(hop);
            if (answer != null) {
                return new Found(answer, List.copyOf(passed));
            }
            HopFailure against = turns.against(hop);
            if (against == null) {
                return null; // it would be asked
            }
            passed.add(against);
        }
        return null;
    }

    private @Nullable StoredAnswer kept(Hop hop) {
        return identified.known().contains(hop) ? cache.find(keyOf(hop)) : null;
    }

    /** @param begun the epoch in which its run began */
    void keep(StoredAnswer answer, long begun) {
        if (identified.known().contains(answer.hop()) && hops.contains(answer.hop())) {
            cache.store(keyOf(answer.hop()), answer, begun);
        }
    }

    private CacheKey keyOf(Hop hop) {
        return identified.key().ofHop(hops.indexOf(hop));
    }
}
