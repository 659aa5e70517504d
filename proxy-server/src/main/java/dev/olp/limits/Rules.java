package dev.olp.limits;

import java.time.Duration;
import java.time.Instant;

/** Whether a request may begin, and what is held for it. Pure. */
public final class Rules {
    /** The longest wait first: who has spent a month need not be told of the minute. */
    private static final Limit[] ORDER = {
        Limit.USD_PER_MONTH,
        Limit.TOKENS_PER_MONTH,
        Limit.REQUESTS_PER_MONTH,
        Limit.REQUESTS_PER_WEEK,
        Limit.TOKENS_PER_DAY,
        Limit.REQUESTS_PER_DAY,
        Limit.REQUESTS_PER_MINUTE,
        Limit.CONCURRENT
    };

    /** Nobody knows when a request under way ends. */
    private static final Duration BRIEFLY = Duration.ofSeconds(1);

    private Rules() {}

    /** @param now how the key stands before the request */
    public static Decision decide(Ask ask, Standing now) {
        for (Limit limit : ORDER) {
            if (now.limits().of(limit).isPresent() && now.remaining(limit) == 0) {
                return refused(limit, now);
            }
        }
        long tokens = Math.min(
                ask.tokens(), Math.min(now.remaining(Limit.TOKENS_PER_DAY), now.remaining(Limit.TOKENS_PER_MONTH)));
        boolean tokensAreLimited = now.limits().of(Limit.TOKENS_PER_DAY).isPresent()
                || now.limits().of(Limit.TOKENS_PER_MONTH).isPresent();
        boolean moneyIsLimited = now.limits().of(Limit.USD_PER_MONTH).isPresent();
        KeyUsage usage = now.usage().plusRequest();
        Reservation reservation = new Reservation(
                ask.keyId(),
                usage.minute().second(),
                usage.day().firstDay(),
                usage.week().firstDay(),
                usage.month().firstDay(),
                tokensAreLimited ? Math.max(1, tokens) : 0,
                moneyIsLimited ? Math.max(1, Math.min(ask.microUsd(), now.remaining(Limit.USD_PER_MONTH))) : 0);
        return new Decision.Granted(
                reservation, new Standing(now.limits(), usage, now.held().plus(reservation), now.at(), now.zone()));
    }

    private static Decision refused(Limit limit, Standing now) {
        long amount = now.limits().of(limit).orElseThrow();
        boolean spent = limit.isBudget() && now.used(limit) >= amount;
        Instant until = switch (limit) {
            case REQUESTS_PER_MINUTE -> now.usage().minute().belowAt(amount);
            default -> spent ? now.resetsAt(limit) : now.at().plus(BRIEFLY);
        };
        return new Decision.Refused(limit, spent, until, now);
    }
}
