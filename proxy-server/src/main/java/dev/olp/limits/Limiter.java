package dev.olp.limits;

import dev.olp.auth.Caller;
import dev.olp.store.StoreException;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The second check of a request: may this caller have one more. */
public final class Limiter {
    private static final Logger log = LoggerFactory.getLogger(Limiter.class);

    /** Held for an answer whose length nobody knows yet. */
    private static final long ANSWER_TOKENS = 1_000;

    /** A token of English or code is about this long. */
    private static final long BYTES_PER_TOKEN = 4;

    /** Held of a budget for a request whose model is not known yet: a cent. */
    private static final long REQUEST_MICRO_USD = 10_000;

    private static final ApiError UNCOUNTED = ApiError.of(
                    503,
                    "overloaded",
                    "This server cannot count its requests just now, so it serves none; its operator finds the reason in the log.")
            .withRetryAfter(Duration.ofSeconds(10));

    private final UsageLedger ledger;
    private final Limits defaults;
    private final Limits anonymous;
    private final Clock clock;

    /**
     * Makes the check.
     *
     * @param defaults what holds for a key without limits of its own
     * @param anonymous what holds for all requests without a key together
     */
    public Limiter(UsageLedger ledger, Limits defaults, Limits anonymous, Clock clock) {
        this.ledger = ledger;
        this.defaults = defaults;
        this.anonymous = anonymous;
        this.clock = clock;
    }

    /**
     * Counts a request, or refuses it.
     *
     * @param declaredBytes of its body; negative when it did not say
     * @throws ApiException 503 when it cannot be counted
     */
    public Decision reserve(Caller caller, long declaredBytes) throws ApiException {
        long tokens = Math.max(0, declaredBytes) / BYTES_PER_TOKEN + ANSWER_TOKENS;
        try {
            return ledger.reserve(
                    new Ask(caller.keyId(), limitsOf(caller), tokens, REQUEST_MICRO_USD), clock.instant());
        } catch (StoreException e) {
            log.atError().addKeyValue("key", caller.keyId()).setCause(e).log("a request could not be counted");
            throw new ApiException(UNCOUNTED);
        }
    }

    /** A request is over; a fault of the store is logged, since its answer is the client's already. */
    public void settle(Reservation reservation, Spent spent) {
        try {
            ledger.settle(reservation, spent, clock.instant());
        } catch (StoreException e) {
            log.atError()
                    .addKeyValue("key", reservation.keyId())
                    .addKeyValue("tokens", spent.tokens())
                    .addKeyValue("micro_usd", spent.microUsd())
                    .setCause(e)
                    .log("what a request took could not be counted");
        }
    }

    /** A request came to nothing. */
    public void release(Reservation reservation, boolean fromTheMinute) {
        try {
            ledger.release(reservation, fromTheMinute, clock.instant());
        } catch (StoreException e) {
            log.atError()
                    .addKeyValue("key", reservation.keyId())
                    .setCause(e)
                    .log("a request that came to nothing stays counted");
        }
    }

    /** How the caller stands. */
    public Standing standing(Caller caller) {
        return ledger.standing(caller.keyId(), limitsOf(caller), clock.instant());
    }

    /** The operator's token is in nobody's hands but the operator's. */
    private Limits limitsOf(Caller caller) {
        return switch (caller.keyId()) {
            case Caller.OWNER_TOKEN_ID -> Limits.NONE;
            case Caller.ANONYMOUS_ID -> anonymous;
            default -> defaults;
        };
    }
}
