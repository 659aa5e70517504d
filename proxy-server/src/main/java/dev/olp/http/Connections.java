package dev.olp.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** All open connections and running requests of one server, and the wait for their end. */
final class Connections {
    private final Map<HttpConnection, String> open = new ConcurrentHashMap<>();
    private final Map<String, Integer> byNetwork = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition fewer = lock.newCondition();
    private int requests;
    private volatile boolean draining;

    /** What there is room for when one more connection comes. */
    enum Room {
        TO_SERVE,
        /** One request; all but probes and the operator's commands are told that it is one connection too many. */
        TO_REFUSE,
        NONE
    }

    /**
     * Counts the connection, until {@link #closed}. Those that are told to go take room themselves, up to as much again.
     * All programs of this machine share an address, so one too many of them is always told, never just closed.
     *
     * @param mostOfPeer of its network; 0 for any number
     */
    Room opened(HttpConnection connection, InetAddress peer, int most, int mostOfPeer) {
        String network = ClientNetwork.of(peer);
        open.put(connection, network);
        int all = open.size();
        int ofPeer = byNetwork.merge(network, 1, Integer::sum);
        boolean counted = mostOfPeer > 0;
        if (all > 2 * most || (counted && ofPeer > 2 * mostOfPeer && !peer.isLoopbackAddress())) {
            return Room.NONE;
        }
        return all > most || (counted && ofPeer > mostOfPeer) ? Room.TO_REFUSE : Room.TO_SERVE;
    }

    void closed(HttpConnection connection) {
        String network = open.remove(connection);
        if (network != null) {
            byNetwork.computeIfPresent(network, (same, count) -> count > 1 ? count - 1 : null);
        }
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
        open.keySet().forEach(HttpConnection::drain);
    }

    void cutAll() {
        open.keySet().forEach(HttpConnection::cut);
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
