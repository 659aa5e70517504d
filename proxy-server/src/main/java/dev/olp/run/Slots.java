package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.run.Cancellation.Cancelled;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Bounds the live children of one provider: so many at once, a short first-in-first-out queue behind them, a named
 * refusal beyond. The seam of the fair queue.
 */
public final class Slots {
    private final int limit;
    private final int queueLimit;
    private final Duration queueTimeout;
    private final LongSupplier ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiter> queue = new ArrayDeque<>();
    private int active;

    /**
     * Makes the slots of one provider.
     *
     * @param limit children at once, 1 or more
     * @param queueLimit requests that may wait, 0 or more
     * @param queueTimeout how long one may wait
     * @param ticker nanoseconds, monotonic
     */
    public Slots(int limit, int queueLimit, Duration queueTimeout, LongSupplier ticker) {
        this.limit = limit;
        this.queueLimit = queueLimit;
        this.queueTimeout = queueTimeout;
        this.ticker = ticker;
    }

    /**
     * Takes a slot, waiting in line if need be; the caller closes the permit exactly once.
     *
     * @throws QueueFull when the line is full, or the wait too long
     * @throws Cancelled when the request was cancelled while it waited
     */
    public Permit acquire(Cancellation cancellation, Silence silence)
            throws QueueFull, Cancelled, ClientGone, InterruptedException {
        Waiter waiter;
        lock.lock();
        try {
            if (active < limit && queue.isEmpty()) {
                active++;
                return new Permit(this);
            }
            if (queue.size() >= queueLimit) {
                throw new QueueFull("queue full: %d running, %d waiting".formatted(active, queue.size()));
            }
            waiter = new Waiter(lock.newCondition());
            queue.addLast(waiter);
        } finally {
            lock.unlock();
        }
        return await(waiter, cancellation, silence);
    }

    private Permit await(Waiter waiter, Cancellation cancellation, Silence silence)
            throws QueueFull, Cancelled, ClientGone, InterruptedException {
        long deadline = ticker.getAsLong() + queueTimeout.toNanos();
        boolean kept = false;
        try (var _ = cancellation.onCancel(() -> wake(waiter))) {
            while (!waitBriefly(
                    waiter, cancellation, Math.min(deadline - ticker.getAsLong(), silence.nanosUntilDue()))) {
                cancellation.check();
                if (ticker.getAsLong() >= deadline) {
                    throw new QueueFull("waited %d ms in the queue".formatted(queueTimeout.toMillis()));
                }
                silence.beatIfDue();
            }
            cancellation.check();
            kept = true;
            return new Permit(this);
        } finally {
            if (!kept) {
                abandon(waiter);
            }
        }
    }

    @SuppressWarnings("WaitNotInLoop") // the caller loops, with heartbeats in between
    private boolean waitBriefly(Waiter waiter, Cancellation cancellation, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            // asked under the lock, which the cancelling thread needs for its signal: none is lost
            if (!waiter.granted && nanos > 0 && cancellation.reason().isEmpty()) {
                waiter.signal.awaitNanos(nanos);
            }
            return waiter.granted;
        } finally {
            lock.unlock();
        }
    }

    private void wake(Waiter waiter) {
        lock.lock();
        try {
            waiter.signal.signal();
        } finally {
            lock.unlock();
        }
    }

    private void abandon(Waiter waiter) {
        lock.lock();
        try {
            if (waiter.granted) {
                passOn();
            } else {
                queue.remove(waiter);
            }
        } finally {
            lock.unlock();
        }
    }

    private void release() {
        lock.lock();
        try {
            passOn();
        } finally {
            lock.unlock();
        }
    }

    private void passOn() {
        Waiter next = queue.pollFirst();
        if (next == null) {
            active--;
        } else {
            next.granted = true;
            next.signal.signal();
        }
    }

    /** Whether one more request would be refused at once. */
    public boolean isFull() {
        lock.lock();
        try {
            return (active >= limit || !queue.isEmpty()) && queue.size() >= queueLimit;
        } finally {
            lock.unlock();
        }
    }

    public int active() {
        lock.lock();
        try {
            return active;
        } finally {
            lock.unlock();
        }
    }

    public int queued() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    private static final class Waiter {
        private final Condition signal;
        private boolean granted;

        Waiter(Condition signal) {
            this.signal = signal;
        }
    }

    /** A slot held. Closing it twice gives it back once. */
    public static final class Permit implements AutoCloseable {
        private final Slots slots;
        private boolean closed;

        private Permit(Slots slots) {
            this.slots = slots;
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                slots.release();
            }
        }
    }

    /** No slot and no place in the line. */
    public static final class QueueFull extends Exception {
        private static final long serialVersionUID = 1L;

        public QueueFull(String message) {
            super(message, null, false, false);
        }
    }
}
