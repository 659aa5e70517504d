package dev.olp.cache;

import dev.olp.cache.CacheKeys.Identified;
import dev.olp.cache.Flights.Boarded;
import dev.olp.http.ClientGone;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.RunEnd;
import dev.olp.run.RunTrace;
import dev.olp.run.Silence;
import dev.olp.wire.ApiException;
import java.util.function.LongSupplier;

/** Answers a request from the cache, by a run that is under way, or by one that others may follow. */
public final class Recall {
    private final AnswerCache cache;
    private final Flights flights;
    private final CacheKeys keys;
    private final Turns turns;
    private final boolean enabled;
    private final LongSupplier ticker;

    /**
     * Makes the station.
     *
     * @param turns which of several hops would be asked
     * @param enabled whether anything is kept or shared at all
     * @param ticker nanoseconds, monotonic
     */
    public Recall(
            AnswerCache cache, Flights flights, CacheKeys keys, Turns turns, boolean enabled, LongSupplier ticker) {
        this.cache = cache;
        this.flights = flights;
        this.keys = keys;
        this.turns = turns;
        this.enabled = enabled;
        this.ticker = ticker;
    }

    /**
     * Gives the listener an answer, on the calling thread.
     *
     * @param work runs it where need be
     * @param cancellation ends it early
     * @param silence is looked after while nothing comes
     * @param note is told first, and of the costs again at the end
     * @throws ApiException where a run is shared and this one cannot be given all of it
     */
    public RunEnd answer(
            Asked asked, Work work, AnswerListener listener, Cancellation cancellation, Silence silence, CacheNote note)
            throws ApiException, Cancelled, ClientGone, InterruptedException {
        if (!enabled || asked.use() == CacheUse.NONE) {
            RunTrace trace = new RunTrace(ticker);
            note(note, CacheStatus.BYPASS, trace);
            return work.run(listener, cancellation, silence, trace);
        }
        Identified identified = keys.of(asked.tenant(), asked.plan(), asked.chat(), asked.parsed());
        Shelf shelf = new Shelf(cache, identified, asked.plan().hops(), turns);
        boolean keeps = asked.use() == CacheUse.KEEP && !identified.known().isEmpty();
        Shelf.Found found = keeps ? shelf.find() : null;
        if (found != null) {
            return replay(found, listener, note);
        }
        Follower follower = new Follower(asked.tenant(), asked.parsed().stream(), keeps, note);
        return switch (flights.board(shelf, follower, work)) {
            case Boarded.Landed landed -> replay(landed.found(), listener, note);
            case Boarded.First own -> {
                CacheStatus status = asked.use() == CacheUse.KEEP ? CacheStatus.MISS : CacheStatus.BYPASS;
                cache.counts().count(status);
                yield follower.follow(own.flight(), status, Sharing.SOURCE, listener, cancellation, silence);
            }
            case Boarded.Attached others -> {
                cache.counts().count(CacheStatus.ATTACHED);
                yield follower.follow(
                        others.flight(), CacheStatus.ATTACHED, Sharing.ATTACHED, listener, cancellation, silence);
            }
        };
    }

    private void note(CacheNote note, CacheStatus status, RunTrace trace) {
        cache.counts().count(status);
        note.cached(status, Sharing.SOLO, trace);
    }

    private RunEnd replay(Shelf.Found found, AnswerListener listener, CacheNote note)
            throws ClientGone, InterruptedException {
        StoredAnswer answer = found.answer();
        note(note, CacheStatus.HIT, RunTrace.recalled(answer.hop(), found.passed()));
        listener.serving(answer.hop());
        answer.reel().again().play(listener);
        listener.finished(answer.reason(), answer.usage(), answer.estimated());
        return new RunEnd.Answered();
    }
}
