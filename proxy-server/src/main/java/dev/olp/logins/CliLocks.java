package dev.olp.logins;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Several of them, given back in reverse. */
final class CliLocks implements CliLock {
    private final Deque<CliLock> held = new ArrayDeque<>();

    /** Takes one. */
    @FunctionalInterface
    interface Taking {
        /** @throws IOException when it cannot be had in time */
        CliLock take() throws IOException;
    }

    /** All or none, in this order. */
    static CliLocks take(Taking... wanted) throws IOException {
        CliLocks locks = new CliLocks();
        try {
            for (Taking one : wanted) {
                locks.held.push(one.take());
            }
            return locks;
        } catch (IOException | RuntimeException e) {
            locks.close();
            throw e;
        }
    }

    @Override
    public void keepFresh() throws IOException {
        for (CliLock lock : held) {
            lock.keepFresh();
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        while (!held.isEmpty()) {
            try {
                held.pop().close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
