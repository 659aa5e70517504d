package dev.olp.limits;

import java.time.Instant;

/**
 * Port: what keys have used, and the reservations of the requests under way. Exact however many ask at once, and across
 * processes and restarts, but for what requests under way hold, which each server knows of its own alone. Each
 * implementation passes the same contract test. Throws StoreException on I/O faults.
 */
public interface UsageLedger {
    /** Counts a request in all windows and holds its place, or refuses and changes nothing; atomically. */
    Decision reserve(Ask ask, Instant now);

    /** Gives the place back and adds what the request took to the windows of now. Once for each reservation. */
    void settle(Reservation reservation, Spent spent, Instant now);

    /**
     * Gives the place back and takes the request out of the windows that still count it. Once for each reservation.
     *
     * @param fromTheMinute whether the minute forgets it too
     */
    void release(Reservation reservation, boolean fromTheMinute, Instant now);

    /** What the requests under way at this server hold together. */
    Held held();

    /** How a key stands, without counting anything. */
    Standing standing(String keyId, Limits defaults, Instant now);
}
