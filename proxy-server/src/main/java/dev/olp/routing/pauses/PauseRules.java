package dev.olp.routing.pauses;

import dev.olp.provider.Fault;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long an account is left alone after what fault.
 *
 * @param limits whether a provider's limits are remembered
 * @param faults so many faults in a row open the breaker; 0 for none
 * @param breakerPause how long it is open at first; doubled with each try that fails, up to {@link #MOST_BREAKER}
 */
public record PauseRules(boolean limits, int faults, Duration breakerPause) {
    /** No window of any plan is longer than a week: what says so is a mistake, or our clock is. */
    static final Duration MOST = Duration.ofDays(8);

    static final Duration MOST_BREAKER = Duration.ofMinutes(10);
    private static final Duration SPENT = Duration.ofMinutes(5);
    private static final Duration MOST_SPENT = Duration.ofHours(1);
    private static final Duration LIMITED = Duration.ofSeconds(5);
    private static final Duration MOST_LIMITED = Duration.ofMinutes(1);
    private static final int MOST_DOUBLINGS = 16;

    /**
     * How long; zero for not at all.
     *
     * @param times how many tries after a pause failed before, in a row
     */
    Duration after(Fault fault, int times, Instant now) {
        return switch (fault.kind().aftermath()) {
            case NONE -> Duration.ZERO;
            case COUNTED -> faults == 0 ? Duration.ZERO : doubled(breakerPause, times, MOST_BREAKER);
            case BRIEFLY_LIMITED ->
                limits
                        ? untilReset(fault.resetAt(), now, doubled(LIMITED, times, MOST_LIMITED), MOST_LIMITED)
                        : Duration.ZERO;
            case SPENT ->
                limits ? untilReset(fault.resetAt(), now, doubled(SPENT, times, MOST_SPENT), MOST) : Duration.ZERO;
        };
    }

    private static Duration untilReset(@Nullable Instant reset, Instant now, Duration unknown, Duration most) {
        if (reset == null || !reset.isAfter(now)) {
            return unknown;
        }
        return shorter(Duration.between(now, reset), most);
    }

    private static Duration doubled(Duration first, int times, Duration most) {
        return shorter(first.multipliedBy(1L << Math.min(times, MOST_DOUBLINGS)), most);
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
