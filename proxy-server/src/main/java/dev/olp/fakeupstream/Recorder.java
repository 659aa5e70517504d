package dev.olp.fakeupstream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** The last requests, bounded in number and bytes. */
final class Recorder {
    private static final int MAX_BYTES = 64 << 20;
    private final int maxRequests;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Deque<Exchange> kept = new ArrayDeque<>();
    private long bytes;
    private long count;

    Recorder(int maxRequests) {
        this.maxRequests = maxRequests;
    }

    long nextNumber() {
        lock.lock();
        try {
            return ++count;
        } finally {
            lock.unlock();
        }
    }

    void add(Exchange exchange) {
        lock.lock();
        try {
            kept.addLast(exchange);
            bytes += exchange.size();
            while (kept.size() > maxRequests || (bytes > MAX_BYTES && kept.size() > 1)) {
                bytes -= kept.removeFirst().size();
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<Exchange> all() {
        lock.lock();
        try {
            return List.copyOf(kept);
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            kept.clear();
            bytes = 0;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until at least {@code wanted} kept requests match. */
    boolean await(int wanted, Predicate<Exchange> which, Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lock();
        try {
            while (kept.stream().filter(which).count() < wanted) {
                if (left <= 0) {
                    return false;
                }
                left = arrived.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
