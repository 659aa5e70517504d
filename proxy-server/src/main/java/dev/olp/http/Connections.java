package dev.olp.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** All open connections and running requests of one server, and the wait for their end. */
final class Connections {
    private final Set<HttpConnection> open = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fewer = lock.newCondition();
    private final int most;
    private int requests;
    private volatile boolean draining;

    Connections(int most) {
        this.most = most;
    }

    /** What there is room for when one more connection comes. */
    enum Room {
        TO_SERVE,
        TO_REFUSE,
        NONE
    }

    /** Counts the connection, until {@link #closed}. Those that are told to go take room themselves, up to as much again. */
    Room opened(HttpConnection connection) {
        open.add(connection);
        if (open.size() <= most) {
            return Room.TO_SERVE;
        }
        return open.size() <= 2 * most ? Room.TO_REFUSE : Room.NONE;
    }

    void closed(HttpConnection connection) {
        open.remove(connection);
        change(0);
    }

    void requestStarted() {
        change(1);
    }

    void requestEnded() {
        change(-1);
    }

    int openConnections() {
        return open.size();
    }

    int activeRequests() {
        lock.lock();
        try {
            return requests;
        } finally {
            lock.unlock();
        }
    }

    boolean draining() {
        return draining;
    }

    /** Idle connections close now, the others after their reply. */
    void drain() {
        draining = true;
        open.forEach(HttpConnection::drain);
    }

    void cutAll() {
        open.forEach(HttpConnection::cut);
    }

    /** Waits until nothing is open and nothing runs; false when the time is over first. */
    boolean awaitNone(Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (requests > 0 || !open.isEmpty()) {
                if (left <= 0) {
                    return false;
                }
                left = fewer.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void change(int by) {
        lock.lock();
        try {
            requests += by;
            fewer.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
