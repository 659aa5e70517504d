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
    private final LongSupplier ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Waiter> queue = new ArrayDeque<>();
    private Capacity capacity;
    private int active;

    /**
     * How much there is room for.
     *
     * @param limit children at once, 1 or more
     * @param queueLimit requests that may wait, 0 or more
     * @param queueTimeout how long one may wait
     */
    public record Capacity(int limit, int queueLimit, Duration queueTimeout) {}

    /** @param ticker nanoseconds, monotonic */
    public Slots(Capacity capacity, LongSupplier ticker) {
        this.capacity = capacity;
        this.ticker = ticker;
    }

    /** From now on there is room for so much. Whoever runs or waits by then goes on, with the wait as long as it was. */
    public void resize(Capacity wanted) {
        lock.lock();
        try {
            capacity = wanted;
            while (active < capacity.limit && !queue.isEmpty()) {
                active++;
                grant(queue.removeFirst());
            }
        } finally {
            lock.unlock();
        }
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
            if (active < capacity.limit && queue.isEmpty()) {
                active++;
                return new Permit(this);
            }
            if (queue.size() >= capacity.queueLimit) {
                throw new QueueFull("queue full: %d running, %d waiting".formatted(active, queue.size()));
            }
            waiter = new Waiter(lock.newCondition(), capacity.queueTimeout);
            queue.addLast(waiter);
        } finally {
            lock.unlock();
        }
        return await(waiter, cancellation, silence);
    }

    private Permit await(Waiter waiter, Cancellation cancellation, Silence silence)
            throws QueueFull, Cancelled, ClientGone, InterruptedException {
        long deadline = ticker.getAsLong() + waiter.patience.toNanos();
        boolean kept = false;
        try (var _ = cancellation.onCancel(() -> wake(waiter))) {
            while (!waitBriefly(
                    waiter, cancellation, Math.min(deadline - ticker.getAsLong(), silence.nanosUntilDue()))) {
                cancellation.check();
                if (ticker.getAsLong() >= deadline) {
                    throw new QueueFull("waited %d ms in the queue".formatted(waiter.patience.toMillis()));
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
        Waiter next = active > capacity.limit ? null : queue.pollFirst();
        if (next == null) {
            active--;
        } else {
            grant(next);
        }
    }

    /** Whether one more request would be refused at once. */
    public boolean isFull() {
        lock.lock();
        try {
            return (active >= capacity.limit || !queue.isEmpty()) && queue.size() >= capacity.queueLimit;
        } finally {
            lock.unlock();
        }
    }

    private static void grant(Waiter next) {
        next.granted = true;
        next.signal.signal();
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
        private final Duration patience;
        private boolean granted;

        Waiter(Condition signal, Duration patience) {
            this.signal = signal;
            this.patience = patience;
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
