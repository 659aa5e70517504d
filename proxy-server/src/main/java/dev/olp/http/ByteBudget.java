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
 * <p>Counted in KiB, so that any heap fits the semaphore's int. A reservation larger than the whole budget is cut to
 * the budget: it is served, but alone.
 */
public final class ByteBudget {
    private static final int UNIT = 1024;

    private final String what;
    private final int capacity;
    private final Duration patience;
    private final Semaphore permits;

    /**
     * @param what named in the refusal, for example {@code request bodies}
     * @param capacityBytes at least 1 KiB
     * @param patience how long {@link #reserve} waits for its turn
     */
    public ByteBudget(String what, long capacityBytes, Duration patience) {
        if (capacityBytes < UNIT) {
            throw new IllegalArgumentException(what + ": " + capacityBytes + " bytes (expected: at least 1024)");
        }
        this.what = what;
        this.capacity = (int) Math.min(Integer.MAX_VALUE, capacityBytes / UNIT);
        this.patience = patience;
        this.permits = new Semaphore(capacity, true);
    }

    /** Takes the bytes, waiting for its turn; 503 {@code overloaded} with Retry-After when patience runs out. */
    public Reservation reserve(long bytes) throws ApiException, InterruptedException {
        int units = units(bytes);
        if (!permits.tryAcquire(units, patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new ApiException(overloaded());
        }
        return new Reservation(units);
    }

    /** What no one holds, in bytes. */
    public long available() {
        return (long) permits.availablePermits() * UNIT;
    }

    public long capacity() {
        return (long) capacity * UNIT;
    }

    private ApiError overloaded() {
        return ApiError.of(503, "overloaded", "The server has no memory left for more " + what + ". Try again shortly.")
                .withHeader("retry-after", "2");
    }

    private int units(long bytes) {
        return (int) Math.min(capacity, Math.ceilDiv(Math.max(0, bytes), UNIT));
    }

    /** A held share. One owner; closing it twice gives it back once. */
    public final class Reservation implements AutoCloseable {
        private int held;
        private boolean closed;

        private Reservation(int held) {
            this.held = held;
        }

        /**
         * Raises the share to at least this much, without waiting: whoever holds a part must not wait for more, or two
         * such would wait for each other.
         */
        public synchronized void growTo(long bytes) throws ApiException {
            int missing = units(bytes) - held;
            if (closed || (missing > 0 && !permits.tryAcquire(missing))) {
                throw new ApiException(overloaded());
            }
            held += Math.max(0, missing);
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
