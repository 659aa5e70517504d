package dev.olp.routing.pauses;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/** A clock and a ticker that go together, until the clock jumps or the machine starts anew. */
final class Times implements InstantSource {
    private Instant now = Instant.parse("2026-05-01T10:00:00Z");
    private long nanos = -5_000_000_000L;

    void pass(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
    }

    void jump(Duration by) {
        now = now.plus(by);
    }

    void restart() {
        nanos = 17;
    }

    long nanos() {
        return nanos;
    }

    Clock clock() {
        return withZone(ZoneOffset.UTC);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
