package dev.olp.endpoint;

import dev.olp.quota.QuotaBook;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What is remembered from request to request, whatever the configuration becomes.
 *
 * @param startedNanos of the ticker
 * @param leaks counts the runs that left a process or a file behind
 */
public record ServerState(
        Instant startedAt,
        long startedNanos,
        ActiveRequests active,
        LoginStates logins,
        RequestTally tally,
        QuotaBook quota,
        LongAdder leaks) {
    /** @param ticker nanoseconds, monotonic */
    public static ServerState begin(Clock clock, LongSupplier ticker, QuotaBook quota) {
        return new ServerState(
                clock.instant(),
                ticker.getAsLong(),
                new ActiveRequests(),
                new LoginStates(clock),
                new RequestTally(),
                quota,
                new LongAdder());
    }
}
