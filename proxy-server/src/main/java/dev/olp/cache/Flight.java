package dev.olp.cache;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.Cancellation.Reason;
import dev.olp.run.RunEnd;
import dev.olp.run.RunTrace;
import dev.olp.run.Silence;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run that several requests follow, on a thread of its own: whoever comes gets all so far and then the rest. The run waits
 * for its fastest follower, as it would for the only one. The first of those who are still there pays for it; when the last
 * leaves, it is ended.
 *
 * <pre>boarding ─(too long to be kept whole)─▶ full ─▶ ended ─(its child is cleaned up)─▶ over</pre>
 */
final class Flight implements AnswerListener {
    private static final Logger log = LoggerFactory.getLogger(Flight.class);

    private final Cancellation cancellation = new Cancellation();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Backlog backlog;
    private final RunTrace trace;
    private final Landing landing;
    private int position;
    private boolean billed;
    private boolean over;
    private @Nullable FlightEnd end;

    /**
     * Makes one with its first follower on board.
     *
     * @param landing is told of a whole answer, and of the end
     */
    Flight(Follower first, Backlog backlog, RunTrace trace, Landing landing) {
        this.backlog = backlog;
        this.trace = trace;
        this.landing = landing;
        backlog.add(first);
    }

    RunTrace trace() {
        return trace;
    }

    /** Takes a follower on board; false where it has ended, is too long to be given whole, or all have left. */
    boolean board(Follower follower) {
        lock.lock();
        try {
            if (!backlog.isWhole() || end != null || backlog.followers().isEmpty()) {
                return false;
            }
            backlog.add(follower);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Runs it to its end. */
    void fly(Work work) {
        // each follower looks after its own silence, and hears from here how far the run is in its line
        Silence silence = Silence.unnoticed(turns -> change(() -> position = turns));
        FlightEnd how = new FlightEnd.Broken(new IllegalStateException("an error ended the run"));
        try {
            if (work.run(this, cancellation, silence, trace) instanceof RunEnd.Failed failed) {
                how = new FlightEnd.Failed(failed);
            }
        } catch (Cancelled e) {
            how = new FlightEnd.Stopped(e.reason());
        } catch (ClientGone | InterruptedException | RuntimeException e) {
            log.atError().setCause(e).log("a run that requests share failed");
            how = new FlightEnd.Broken(e);
        } finally {
            end(how);
            change(() -> over = true);
        }
    }

    /** The first word counts. */
    private void end(FlightEnd how) {
        change(() -> end = end == null ? how : end);
        landing.closed(this);
    }

    /** Wakes all who wait for any of it. */
    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void serving(Hop hop) {
        change(() -> backlog.begin(hop));
    }

    @Override
    public Wish event(ChatEvent event) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (backlog.isFarAhead() && cancellation.reason().isEmpty()) {
                changed.await();
            }
            backlog.add(event);
            changed.signalAll();
            return Wish.MORE;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) {
        FlightEnd.Answered answered = new FlightEnd.Answered(reason, usage, estimated);
        StoredAnswer kept;
        lock.lock();
        try {
            kept = backlog.kept(answered);
        } finally {
            lock.unlock();
        }
        if (kept != null) {
            landing.keep(kept); // before it is closed: whoever comes now finds the one or the other
        }
        end(answered);
    }

    @Override
    public boolean shown() {
        lock.lock();
        try {
            return backlog.isShown();
        } finally {
            lock.unlock();
        }
    }

    /** What comes next for a follower that has sent all it was given; null where nothing came in so many nanoseconds. */
    @SuppressWarnings("WaitNotInLoop") // the follower loops, with heartbeats in between
    @Nullable
    Next next(Follower follower, Cancellation wanted, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (follower.sent != follower.taken) {
                follower.sent = follower.taken;
                changed.signalAll();
            }
            Next now = now(follower);
            // asked under the lock, which the cancelling thread needs to wake us: none is lost
            if (now == null && nanos > 0 && wanted.reason().isEmpty()) {
                changed.awaitNanos(nanos);
                now = now(follower);
            }
            return now;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Next now(Follower follower) {
        if (follower.position != position) {
            follower.position = position;
            return new Next.Queued(position);
        }
        Next next = backlog.next(follower);
        return next == null && end != null ? new Next.Ended(end) : next;
    }

    void wake() {
        change(() -> {});
    }

    /** Of a follower that has seen the end: whether it pays for the run. Exactly one does. */
    boolean settle(Follower follower) {
        lock.lock();
        try {
            if (!billed && backlog.followers().getFirst() == follower) {
                billed = true;
                follower.pays = true;
            }
            return follower.pays;
        } finally {
            lock.unlock();
        }
    }

    /** The follower goes; the last ends the run and waits until nothing is left of it. Whether it pays for the run. */
    boolean leave(Follower follower) {
        boolean last;
        boolean unwanted;
        lock.lock();
        try {
            last = backlog.followers().size() == 1;
            unwanted = last && end == null;
            if (last || end != null) {
                settle(follower);
            }
            backlog.followers().remove(follower);
            changed.signalAll(); // the run may have waited for this one
        } finally {
            lock.unlock();
        }
        if (unwanted) {
            cancellation.cancel(Reason.CLIENT_GONE);
        }
        if (last) {
            awaitOver();
            backlog.forget();
        }
        return follower.pays;
    }

    private void awaitOver() {
        lock.lock();
        try {
            while (!over) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
