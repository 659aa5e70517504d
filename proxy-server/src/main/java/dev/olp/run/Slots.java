package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.Waiter.State;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Bounds the live children of one provider: so many at once for each of its logins and for all of them, a short line
 * behind them in which no key can starve another, a named refusal beyond. Thread-safe.
 */
public final class Slots {
    /** In nanoseconds: after so long whoever waits is told its place again, however patient it is. */
    private static final long TOLD_AGAIN = 5_000_000_000L;

    private final LongSupplier ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Line line;
    private final ServiceTimes times = new ServiceTimes();
    private final Refusals refusals;
    private final QueueWatch watch;

    /**
     * How much there is room for.
     *
     * @param perAccount children of one login at once, 1 or more
     * @param total children of all logins at once, 1 or more
     * @param queueLimit requests that may wait, 0 or more
     * @param queueTimeout how long one may wait
     */
    public record Capacity(int perAccount, int total, int queueLimit, Duration queueTimeout) {}

    /**
     * Makes them, all free.
     *
     * @param ticker nanoseconds, monotonic
     * @param clock of the moment that a refusal names
     * @param watch is told who waits, and what becomes of it
     */
    public Slots(Capacity capacity, LongSupplier ticker, InstantSource clock, QueueWatch watch) {
        this.ticker = ticker;
        this.watch = watch;
        this.line = new Line(capacity);
        this.refusals = new Refusals(line, times, clock);
    }

    /** From now on there is room for so much. Whoever runs or waits by then goes on, with the wait as long as it was. */
    public void resize(Capacity wanted) {
        lock.lock();
        try {
            line.resize(wanted);
            dispatch();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes a slot, waiting in line if need be; the caller closes the permit exactly once.
     *
     * @param silence is looked after, and told the place in line, while it waits
     * @throws QueueFull when the line is full, the wait too long, or the place another key's
     * @throws Cancelled when the request was cancelled while it waited; by then its place is free
     */
    public Permit acquire(SlotRequest wanted, Cancellation cancellation, Silence silence)
            throws QueueFull, Cancelled, ClientGone, InterruptedException {
        Condition signal = lock.newCondition();
        Waiter waiter = new Waiter(wanted, signal::signal);
        long deadline;
        lock.lock();
        try {
            if (line.hasRoom(wanted.account())) { // then nobody waits for it: each change gives away what it can
                line.take(wanted);
                return new Permit(wanted);
            }
            if (!line.join(waiter)) {
                watch.left(wanted, QueueWatch.How.FULL);
                throw refusals.full(wanted);
            }
            deadline = ticker.getAsLong() + line.capacity().queueTimeout.toNanos();
        } finally {
            lock.unlock();
        }
        QueueWatch.How how = QueueWatch.How.GONE;
        try (var _ = cancellation.onCancel(() -> leave(waiter))) {
            watch.entered(wanted, asked(() -> line.position(waiter)));
            State state = await(waiter, signal, deadline, cancellation, silence);
            how = state.how();
            if (how != QueueWatch.How.SERVED) {
                throw asked(() -> refusals.of(waiter, state));
            }
            return new Permit(wanted);
        } finally {
            boolean told = false;
            try {
                silence.queued(0);
                watch.left(wanted, how);
                told = true;
            } finally {
                if (!told || how != QueueWatch.How.SERVED) {
                    abandon(waiter);
                }
            }
        }
    }

    /** Until it does not wait any more, or its time is over. */
    private State await(Waiter waiter, Condition signal, long deadline, Cancellation cancellation, Silence silence)
            throws Cancelled, ClientGone, InterruptedException {
        silence.queued(asked(() -> line.position(waiter)));
        State state = waitBriefly(waiter, signal, deadline, silence);
        while (state == State.WAITING && ticker.getAsLong() < deadline) {
            cancellation.check();
            silence.queued(asked(() -> line.position(waiter)));
            silence.beatIfDue();
            state = waitBriefly(waiter, signal, deadline, silence);
        }
        cancellation.check();
        return state;
    }

    @SuppressWarnings("WaitNotInLoop") // the caller loops, with heartbeats in between
    private State waitBriefly(Waiter waiter, Condition signal, long deadline, Silence silence)
            throws InterruptedException {
        long nanos = Math.min(deadline - ticker.getAsLong(), Math.min(silence.nanosUntilDue(), TOLD_AGAIN));
        lock.lockInterruptibly();
        try {
            // asked under the lock, which whoever changes it needs for the signal: none is lost
            if (waiter.state() == State.WAITING && nanos > 0) {
                signal.awaitNanos(nanos);
            }
            return waiter.state();
        } finally {
            lock.unlock();
        }
    }

    private void leave(Waiter waiter) {
        lock.lock();
        try {
            line.leave(waiter);
        } finally {
            lock.unlock();
        }
    }

    private void abandon(Waiter waiter) {
        lock.lock();
        try {
            if (waiter.state() == State.GRANTED) {
                line.release(waiter.wanted());
                dispatch();
            } else {
                line.leave(waiter);
            }
        } finally {
            lock.unlock();
        }
    }

    private void dispatch() {
        while (line.next().isPresent()) {
            // each is told by its waiter
        }
    }

    /** Whether one more request for that login would have neither a slot nor a free place in line. */
    public boolean isFull(String account) {
        return asked(() ->
                !line.hasRoom(account) && line.waiting() >= line.capacity().queueLimit());
    }

    /** Whether one more request for that login would have a slot at once. */
    public boolean hasRoom(String account) {
        return asked(() -> line.hasRoom(account));
    }

    /** Runs of all logins. */
    public int active() {
        return asked(line::active);
    }

    public int active(String account) {
        return asked(() -> line.active(account));
    }

    /** What whoever comes now would have to wait. */
    public Duration expectedWait(String account) {
        return asked(() -> refusals.expectedWait(account));
    }

    /** Requests that wait for a slot of any login. */
    public int queued() {
        return asked(line::waiting);
    }

    private <T> T asked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    /** A slot held. Closing it twice gives it back once. */
    public final class Permit implements AutoCloseable {
        private final SlotRequest held;
        private final long since = ticker.getAsLong();
        private boolean began;
        private boolean closed;

        private Permit(SlotRequest held) {
            this.held = held;
        }

        /** There is a child in it: how long it is held counts for what others are told of their wait. */
        public void began() {
            began = true;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                if (!closed) {
                    closed = true;
                    if (began) { // what failed before says nothing of how long a run takes
                        times.add(ticker.getAsLong() - since);
                    }
                    line.release(held);
                    dispatch();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
