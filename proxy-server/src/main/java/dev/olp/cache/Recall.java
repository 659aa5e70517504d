package dev.olp.cache;

import dev.olp.cache.CacheKeys.Identified;
import dev.olp.http.ClientGone;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.RunEnd;
import dev.olp.run.RunTrace;
import dev.olp.run.Silence;
import java.util.function.LongSupplier;

/** Answers a request from the cache, or has it run and keeps the answer. */
public final class Recall {
    private final AnswerCache cache;
    private final CacheKeys keys;
    private final boolean enabled;
    private final LongSupplier ticker;

    /**
     * Makes the station.
     *
     * @param enabled whether anything is kept or shared at all
     * @param ticker nanoseconds, monotonic
     */
    public Recall(AnswerCache cache, CacheKeys keys, boolean enabled, LongSupplier ticker) {
        this.cache = cache;
        this.keys = keys;
        this.enabled = enabled;
        this.ticker = ticker;
    }

    /**
     * Gives the listener an answer, on the calling thread.
     *
     * @param work runs it where need be
     * @param cancellation ends it early
     * @param silence is looked after while nothing comes
     * @param note is told first
     */
    public RunEnd answer(
            Asked asked, Work work, AnswerListener listener, Cancellation cancellation, Silence silence, CacheNote note)
            throws Cancelled, ClientGone, InterruptedException {
        if (!enabled || asked.use() != CacheUse.KEEP) {
            return alone(CacheStatus.BYPASS, work, listener, cancellation, silence, note);
        }
        Identified identified = keys.of(asked.tenant(), asked.plan(), asked.chat(), asked.parsed());
        StoredAnswer found = identified.known() ? cache.find(identified.key()) : null;
        if (found != null) {
            note(note, CacheStatus.HIT, RunTrace.recalled(found.hop()));
            return replay(found, listener);
        }
        AnswerListener heard = identified.known()
                ? new Recorder(listener, asked.plan().hops().getFirst(), cache, identified.key())
                : listener;
        return alone(CacheStatus.MISS, work, heard, cancellation, silence, note);
    }

    private RunEnd alone(
            CacheStatus status,
            Work work,
            AnswerListener listener,
            Cancellation cancellation,
            Silence silence,
            CacheNote note)
            throws Cancelled, ClientGone, InterruptedException {
        RunTrace trace = new RunTrace(ticker);
        note(note, status, trace);
        return work.run(listener, cancellation, silence, trace);
    }

    private void note(CacheNote note, CacheStatus status, RunTrace trace) {
        cache.counts().count(status);
        note.cached(status, Sharing.SOLO, trace);
    }

    private static RunEnd replay(StoredAnswer answer, AnswerListener listener) throws ClientGone, InterruptedException {
        listener.serving(answer.hop());
        Reel reel = answer.reel().again();
        while (reel.hasMore()) {
            listener.event(reel.next());
        }
        listener.finished(answer.reason(), answer.usage(), answer.estimated());
        return new RunEnd.Answered();
    }
}
