package dev.olp.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Bounded waits for what tells nobody when it happens: a file, another process. */
final class Waiting {
    private static final Duration STEP = Duration.ofMillis(1);

    private Waiting() {}

    /** A condition that may have to look at files. */
    interface Condition {
        boolean holds() throws IOException;
    }

    /** Looks every millisecond; fails when the time is over. */
    static void until(String what, Duration limit, Condition condition) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new IOException(what + ": not within " + limit.toSeconds() + " s");
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /** Lets the time pass. */
    static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
