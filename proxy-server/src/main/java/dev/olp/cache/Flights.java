package dev.olp.cache;

import dev.olp.http.ByteBudget;
import dev.olp.run.RunTrace;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The runs under way that a request may share, for the whole process. Thread-safe. */
public final class Flights {
    private final ConcurrentMap<CacheKey, Flight> flights = new ConcurrentHashMap<>();
    private final AnswerCache cache;
    private final ByteBudget room;
    private final LongSupplier ticker;

    /**
     * None yet.
     *
     * @param cache keeps what may be kept
     * @param room memory of all answers under way
     * @param ticker nanoseconds, monotonic
     */
    public Flights(AnswerCache cache, ByteBudget room, LongSupplier ticker) {
        this.cache = cache;
        this.room = room;
        this.ticker = ticker;
    }

    /** So many runs are under way that a request may share. */
    public int count() {
        return flights.size();
    }

    /** How a request boarded, or need not. */
    sealed interface Boarded {
        /** Its own run has begun, and others may follow it. */
        record First(Flight flight) implements Boarded {}

        /** It follows another's. */
        record Attached(Flight flight) implements Boarded {}

        /** The answer was kept a moment ago. */
        record Landed(Shelf.Found found) implements Boarded {}
    }

    /** Finds the run of that shelf's key, or begins it. */
    Boarded board(Shelf shelf, Follower follower, Work work) {
        AtomicReference<Shelf.@Nullable Found> landed = new AtomicReference<>();
        AtomicReference<@Nullable Flight> begun = new AtomicReference<>();
        Flight flight = flights.compute(shelf.key(), (_, now) -> {
            if (now != null && now.board(follower)) {
                return now;
            }
            Shelf.Found found = follower.keeps() ? shelf.find() : null;
            if (found != null) {
                landed.set(found);
                return now;
            }
            Flight own = begin(shelf, follower);
            begun.set(own);
            return own;
        });
        Shelf.Found found = landed.get();
        if (found != null) {
            return new Boarded.Landed(found);
        }
        Flight own = begun.get();
        if (own != null) {
            Thread.ofVirtual().name("shared-run").start(() -> own.fly(work));
            return new Boarded.First(own);
        }
        return new Boarded.Attached(flight);
    }

    private Flight begin(Shelf shelf, Follower first) {
        long begun = cache.epoch();
        return new Flight(
                first,
                new Backlog(room.nothing(), cache.terms().maxEntryBytes(), first.tenant()),
                new RunTrace(ticker),
                new Landing() {
                    @Override
                    public void keep(StoredAnswer answer) {
                        shelf.keep(answer, begun);
                    }

                    @Override
                    public void closed(Flight flight) {
                        flights.remove(shelf.key(), flight);
                    }
                });
    }
}
