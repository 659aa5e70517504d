package dev.olp.store.sqlite;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The rows between the requests and the writer: bounded, in order, and able to say when all that was queued at some
 * moment is settled (on disk, or counted as lost).
 */
final class AuditQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition settledMore = lock.newCondition();
    private final ArrayDeque<QueuedRow> rows = new ArrayDeque<>();
    /** When each row that is not settled was accepted. */
    private final ArrayDeque<Long> acceptedAt = new ArrayDeque<>();

    private final int capacity;
    private final LongSupplier ticker;
    /** How many rows the writer is woken for. */
    private int wanted = 1;

    private long accepted;
    private long settled;
    private long lost;
    private boolean closed;

    /** @param ticker nanoseconds, monotonic */
    AuditQueue(int capacity, LongSupplier ticker) {
        this.capacity = capacity;
        this.ticker = ticker;
    }

    /** Queues a row; false, and counted, when there is no room or the queue is closed. Holds the lock for a moment. */
    boolean offer(QueuedRow row) {
        lock.lock();
        try {
            if (closed || rows.size() >= capacity) {
                lost++;
                return false;
            }
            rows.add(row);
            acceptedAt.add(ticker.getAsLong());
            accepted++;
            if (rows.size() >= wanted) {
                arrived.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for rows and takes at most {@code limit}; none when it waited long enough, or is closed and empty.
     *
     * @param company how long the first one waits for more
     */
    List<QueuedRow> take(int limit, Duration atMost, Duration company) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = atMost.toNanos();
            while (rows.isEmpty() && !closed && left > 0) {
                left = arrived.awaitNanos(left);
            }
            gather(limit, company);
            List<QueuedRow> taken = new ArrayList<>(Math.min(limit, rows.size()));
            while (taken.size() < limit && !rows.isEmpty()) {
                taken.add(rows.poll());
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void gather(int limit, Duration company) throws InterruptedException {
        wanted = limit;
        try {
            long left = company.toNanos();
            while (!rows.isEmpty() && rows.size() < limit && !closed && left > 0) {
                left = arrived.awaitNanos(left);
            }
        } finally {
            wanted = 1;
        }
    }

    /** Notes that the rows taken first are done with, and how many of those are not on disk. */
    void settle(int count, int ofThemLost) {
        lock.lock();
        try {
            settled += count;
            for (int i = 0; i < count; i++) {
                acceptedAt.poll();
            }
            lost += ofThemLost;
            settledMore.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Rows that were accepted and are not settled. */
    int unsettled() {
        lock.lock();
        try {
            return Math.toIntExact(accepted - settled);
        } finally {
            lock.unlock();
        }
    }

    /** How long the oldest of those has waited; zero where there is none. */
    Duration lag() {
        lock.lock();
        try {
            Long oldest = acceptedAt.peek();
            return oldest == null ? Duration.ZERO : Duration.ofNanos(ticker.getAsLong() - oldest);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all rows queued so far are settled. */
    void awaitSettled() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long target = accepted;
            while (settled < target) {
                settledMore.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits at most as long as given, or less when the queue is closed meanwhile. */
    void pause(long milliseconds) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(milliseconds);
            while (left > 0 && !closed) {
                left = arrived.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is closed and empty: nothing will come any more. */
    boolean isDone() {
        lock.lock();
        try {
            return closed && rows.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    long lost() {
        lock.lock();
        try {
            return lost;
        } finally {
            lock.unlock();
        }
    }
}
