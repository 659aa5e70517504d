package dev.olp.endpoint;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** How many requests have ended since the start, and the last that failed by a fault of the provider's or of ours. */
public final class RequestTally {
    private static final int KEPT = 20;
    private static final Set<Outcome> FAULTS =
            EnumSet.of(Outcome.PROVIDER_FAULT, Outcome.PROVIDER_TIMEOUT, Outcome.SERVER_FAULT);

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Failed> failed = new ArrayDeque<>(KEPT);
    private long total;

    /**
     * A request that failed.
     *
     * @param message as its client was told it
     */
    record Failed(AuditRecord row, String message) {}

    void note(AuditRecord row, String message) {
        lock.lock();
        try {
            total++;
            if (FAULTS.contains(row.outcome())) {
                if (failed.size() == KEPT) {
                    failed.removeLast();
                }
                failed.addFirst(new Failed(row, message));
            }
        } finally {
            lock.unlock();
        }
    }

    long total() {
        lock.lock();
        try {
            return total;
        } finally {
            lock.unlock();
        }
    }

    /** The latest first. */
    List<Failed> failed() {
        lock.lock();
        try {
            return List.copyOf(failed);
        } finally {
            lock.unlock();
        }
    }
}
