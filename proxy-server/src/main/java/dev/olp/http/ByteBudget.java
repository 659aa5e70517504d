package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A share of the heap that requests draw on, first come first served. What does not fit waits for a bounded time and
 * is then refused with 503 {@code overloaded}: a refusal costs a client one retry, an exhausted heap costs everybody.
 *
 * <p>Small reservations overtake: otherwise one large request that waits for room would hold up every chat behind it.
 * No reservation takes more than seven eighths: the largest is served nearly alone, and the small ones go on.
 *
 * <p>Counted in KiB, so that any heap fits the semaphore's int.
 */
public final class ByteBudget {
    /** Up to here a reservation overtakes, in bytes. */
    static final int SMALL = 64 * 1024;

    private static final int UNIT = 1024;

    private final String what;
    private final int capacity;
    private final int largest;
    private final Duration patience;
    private final Semaphore permits;

    /**
     * @param what named in the refusal, for example {@code request bodies}
     * @param capacityBytes at least 8 KiB
     * @param patience how long {@link #reserve} waits for its turn
     */
    public ByteBudget(String what, long capacityBytes, Duration patience) {
        if (capacityBytes < 8 * UNIT) {
            throw new IllegalArgumentException(what + ": " + capacityBytes + " bytes (expected: at least 8192)");
        }
        this.what = what;
        this.capacity = (int) Math.min(Integer.MAX_VALUE, capacityBytes / UNIT);
        this.largest = capacity - capacity / 8;
        this.patience = patience;
        this.permits = new Semaphore(capacity, true);
    }

    /** For bodies, kept while their requests live: a quarter of the heap. */
    public static ByteBudget forBodies(long heapBytes, Duration patience) {
        return new ByteBudget("request bodies", heapBytes / 4, patience);
    }

    /** For answers that several requests share, kept while one of them lives: a sixteenth of the heap; nobody waits for it. */
    public static ByteBudget forSharedAnswers(long heapBytes) {
        return new ByteBudget("shared answers", heapBytes / 16, Duration.ZERO);
    }

    /**
     * For what parsing takes for a moment: half of the heap. Together with the bodies that leaves a quarter for
     * everything else.
     */
    public static ByteBudget forWork(long heapBytes, Duration patience) {
        return new ByteBudget("large requests at once", heapBytes / 2, patience);
    }

    /** A share of nothing, to be made larger. */
    public Reservation nothing() {
        return new Reservation(0);
    }

    /** Takes the bytes, waiting for its turn; 503 {@code overloaded} with Retry-After when patience runs out. */
    public Reservation reserve(long bytes) throws ApiException, InterruptedException {
        int units = units(bytes);
        take(units);
        return new Reservation(units);
    }

    /** What no one holds, in bytes. */
    public long available() {
        return (long) permits.availablePermits() * UNIT;
    }

    /** The whole budget, in bytes. */
    public long capacity() {
        return (long) capacity * UNIT;
    }

    private void take(int units) throws ApiException, InterruptedException {
        boolean overtakes = units <= SMALL / UNIT && permits.tryAcquire(units);
        if (!overtakes && !permits.tryAcquire(units, patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new ApiException(ApiError.of(
                            503,
                            "overloaded",
                            "The server has no memory left for more " + what + ". Try again shortly.")
                    .withHeader("retry-after", "2"));
        }
    }

    private int units(long bytes) {
        return (int) Math.min(largest, Math.ceilDiv(Math.max(0, bytes), UNIT));
    }

    /** A held share. One owner; closing it twice gives it back once. */
    public final class Reservation implements AutoCloseable {
        private int held;
        private boolean closed;

        private Reservation(int held) {
            this.held = held;
        }

        /**
         * Makes the share this large. To grow waits like {@link #reserve}, holding what it has: only the bounded wait
         * ends it if several such wait for each other, so whoever can should reserve enough at first.
         */
        public void resize(long bytes) throws ApiException, InterruptedException {
            int missing = units(bytes) - held();
            if (missing > 0) {
                take(missing);
            }
            change(missing);
        }

        /** As {@link #resize}, but never waits: false, and nothing has changed, where there is no room. */
        public boolean tryResize(long bytes) {
            int missing = units(bytes) - held();
            if (missing > 0 && !permits.tryAcquire(missing)) {
                return false;
            }
            change(missing);
            return true;
        }

        private synchronized int held() {
            return held;
        }

        private synchronized void change(int by) {
            if (closed) {
                permits.release(Math.max(0, by));
                return;
            }
            held += by;
            if (by < 0) {
                permits.release(-by);
            }
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                permits.release(held);
            }
        }
    }
}
