package dev.olp.limits;

import java.time.Instant;

/** Whether a request may begin. */
public sealed interface Decision {
    /** How the key stands after it. */
    Standing standing();

    /** It may; its reservation is settled or released exactly once. */
    record Granted(Reservation reservation, Standing standing) implements Decision {}

    /**
     * It may not, and nothing was counted.
     *
     * @param limit the one that it would break
     * @param spent whether the limit is used up until {@code until}; else it is free again as soon as that, or when a
     *     request under way ends
     */
    record Refused(Limit limit, boolean spent, Instant until, Standing standing) implements Decision {}
}
