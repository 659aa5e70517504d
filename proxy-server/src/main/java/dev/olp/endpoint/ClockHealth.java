package dev.olp.endpoint;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server can tell of its clock: whether it was ever set, and how far it was moved since the start. Small computers
 * without a battery begin in 1970 or where they were switched off.
 */
final class ClockHealth {
    /** No clock that was set is before this. */
    private static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");
    /** A move that a time service makes at once, and no drift. */
    private static final Duration MOVED = Duration.ofMinutes(1);

    private final Instant startedAt;
    private final long startedNanos;
    private final Clock clock;
    private final LongSupplier ticker;

    /**
     * @param startedAt by the clock
     * @param startedNanos by the ticker, at the same moment
     * @param ticker nanoseconds, monotonic
     */
    ClockHealth(Instant startedAt, long startedNanos, Clock clock, LongSupplier ticker) {
        this.startedAt = startedAt;
        this.startedNanos = startedNanos;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** {@code ok}, {@code now} (RFC 3339), {@code moved_ms} (ahead is positive) and {@code remedy}, which may be null. */
    void describe(ObjectNode node) {
        Instant now = clock.instant();
        Duration moved = Duration.between(startedAt.plusNanos(ticker.getAsLong() - startedNanos), now);
        boolean set = !now.isBefore(EARLIEST);
        node.put("ok", set);
        node.put("now", now.toString());
        node.put("moved_ms", moved.toMillis());
        if (!set) {
            node.put("remedy", "the clock was never set: switch on a time service (timedatectl set-ntp true)");
        } else if (moved.abs().compareTo(MOVED) > 0) {
            node.put("remedy", "the clock was moved since the start: times before that in logs and audit may be off");
        } else {
            node.putNull("remedy");
        }
    }
}
