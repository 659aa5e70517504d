package dev.olp.run;

import java.time.Duration;

/** How long a slot is held, as an exponentially weighted mean, and what waiting follows of it. Not thread-safe. */
final class ServiceTimes {
    /** Nothing was measured yet. */
    private static final Duration ASSUMED = Duration.ofSeconds(5);
    /** Of the newest run. */
    private static final double WEIGHT = 0.2;

    private double meanNanos = -1;

    void add(long nanos) {
        meanNanos = meanNanos < 0 ? nanos : meanNanos + WEIGHT * (nanos - meanNanos);
    }

    Duration mean() {
        return meanNanos < 0 ? ASSUMED : Duration.ofNanos((long) meanNanos);
    }

    /** Until whoever stands at that place has a slot. */
    Duration until(int position, int slots) {
        return Duration.ofNanos((long) ((double) mean().toNanos() * position / slots));
    }
}
