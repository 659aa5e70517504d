package dev.olp.endpoint;

import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Reason;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The requests under way, so that a stop can wait for them and then end them. */
public final class ActiveRequests {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition emptied = lock.newCondition();
    private final Set<Cancellation> active = new HashSet<>();
    private boolean draining;

    /** Registers a request; the caller closes the entry. */
    public Entry enter() {
        Cancellation cancellation = new Cancellation();
        lock.lock();
        try {
            active.add(cancellation);
        } finally {
            lock.unlock();
        }
        return new Entry(this, cancellation);
    }

    private void leave(Cancellation cancellation) {
        lock.lock();
        try {
            active.remove(cancellation);
            if (active.isEmpty()) {
                emptied.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    public int count() {
        lock.lock();
        try {
            return active.size();
        } finally {
            lock.unlock();
        }
    }

    /** From now on new work is refused. */
    public void startDraining() {
        lock.lock();
        try {
            draining = true;
        } finally {
            lock.unlock();
        }
    }

    public boolean draining() {
        lock.lock();
        try {
            return draining;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no request is under way; false when the time was up first. */
    public boolean awaitNone(Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        lock.lockInterruptibly();
        try {
            while (!active.isEmpty()) {
                if (left <= 0) {
                    return false;
                }
                left = emptied.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Ends what is still under way and gives it a moment to tell its clients. */
    public void cancelAll(Duration grace) throws InterruptedException {
        List<Cancellation> due;
        lock.lock();
        try {
            due = List.copyOf(active);
        } finally {
            lock.unlock();
        }
        due.forEach(cancellation -> cancellation.cancel(Reason.SERVER_STOPPING));
        awaitNone(grace);
    }

    /** One request's place in the register. */
    public record Entry(ActiveRequests owner, Cancellation cancellation) implements AutoCloseable {
        @Override
        public void close() {
            owner.leave(cancellation);
        }
    }
}
