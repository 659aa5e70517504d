package dev.olp.store.sqlite;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Whether rows are being written: well → behind or failing → well with the next commit. Thread-safe. */
final class AuditPulse {
    private final LongAdder failures = new LongAdder();
    private volatile boolean behind;
    private volatile @Nullable String failing;

    /** Somebody waited in vain. */
    void missed() {
        behind = true;
    }

    /** @param reason in one word */
    void failed(String reason) {
        failures.increment();
        failing = reason;
    }

    void committed() {
        behind = false;
        failing = null;
    }

    /** Whether it is worth waiting for a row. */
    boolean isWell() {
        return !behind && failing == null;
    }

    @Nullable
    String failing() {
        return failing;
    }

    boolean isBehind() {
        return behind;
    }

    long failures() {
        return failures.sum();
    }
}
