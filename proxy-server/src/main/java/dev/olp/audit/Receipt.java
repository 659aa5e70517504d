package dev.olp.audit;

import java.time.Duration;

/** Where a row stands on its way to the disk. */
@FunctionalInterface
public interface Receipt {
    /**
     * Waits until the row is committed; less than asked for while the log is known to be behind.
     *
     * @return whether it is; false when it was lost or may still come
     */
    boolean await(Duration atMost) throws InterruptedException;
}
