package dev.olp.isolation.process;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A bounded wait for something the kernel gives no event for. */
public final class Waiting {
    private static final long FIRST_PAUSE = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofMillis(20).toNanos();

    private Waiting() {}

    /**
     * Asks until the answer is yes, in growing pauses. An interrupt does not shorten it, since it is the wait that
     * proves that nothing is left; the flag is set again afterwards.
     *
     * @return the last answer
     */
    public static boolean until(Duration atMost, BooleanSupplier done) {
        long end = System.nanoTime() + atMost.toNanos();
        long pause = FIRST_PAUSE;
        boolean interrupted = false;
        try {
            while (!done.getAsBoolean()) {
                if (System.nanoTime() - end >= 0) {
                    return false;
                }
                interrupted |= Thread.interrupted();
                LockSupport.parkNanos(pause);
                pause = Math.min(pause * 2, LONGEST_PAUSE);
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
