package dev.olp.endpoint;

import dev.olp.quota.QuotaBook;
import dev.olp.responses.KeptResponses;
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
        LongAdder leaks,
        KeptResponses responses) {
    private static final int SHARE_OF_RESPONSES = 32;

    /**
     * Nothing yet.
     *
     * @param ticker nanoseconds, monotonic
     * @param heap bytes that it may be
     */
    public static ServerState begin(Clock clock, LongSupplier ticker, QuotaBook quota, long heap) {
        return new ServerState(
                clock.instant(),
                ticker.getAsLong(),
                new ActiveRequests(),
                new LoginStates(clock),
                new RequestTally(),
                quota,
                new LongAdder(),
                new KeptResponses(heap / SHARE_OF_RESPONSES, clock));
    }
}
