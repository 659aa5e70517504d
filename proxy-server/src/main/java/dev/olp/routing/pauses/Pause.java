package dev.olp.routing.pauses;

import dev.olp.provider.Fault;
import dev.olp.routing.HopGuard.Skip;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An account is left alone for a while.
 *
 * @param kind of the fault that began it
 * @param reset when the provider said that its limit ends; null when it did not, or of another kind
 * @param until when one request may try again
 * @param times how many tries after such a pause failed before, in a row
 * @param mark of the login and the settings that it holds for, see {@link AccountMarks}
 */
public record Pause(
        Account account,
        Fault.Kind kind,
        @Nullable Instant reset,
        Instant since,
        Instant until,
        int times,
        String mark) {
    /** Begins now, of that fault. */
    static Pause of(Account account, Fault fault, Instant now, Duration length, int times, String mark) {
        Instant reset = fault.resetAt();
        boolean spent = fault.kind().aftermath() == Fault.Aftermath.SPENT;
        // where our clock is wrong, the provider's reset is right once the clock is
        Instant until = spent && reset != null && reset.isAfter(now) ? reset : now.plus(length);
        return new Pause(account, fault.kind(), reset, now, until, times, mark);
    }

    /** How long it lasts from now on: until its end, and never longer than any plan's window. */
    Duration left(Instant now) {
        Duration sinceThen = Duration.between(since, now);
        Duration bound = PauseRules.MOST.minus(sinceThen.isNegative() ? Duration.ZERO : sinceThen);
        return PauseRules.shorter(Duration.between(now, until), bound);
    }

    /** {@code window_spent}, {@code rate_limited} or {@code breaker_open}. */
    public String code() {
        return switch (kind.aftermath()) {
            case SPENT -> "window_spent";
            case BRIEFLY_LIMITED -> "rate_limited";
            case COUNTED, NONE -> "breaker_open";
        };
    }

    /** Whether it is repeated faults that began it, and not a limit. */
    public boolean ofBreaker() {
        return kind.aftermath() == Fault.Aftermath.COUNTED;
    }

    /** @param probing whether one request tries at this moment */
    Skip skip(boolean probing) {
        String sentence = sentence(probing);
        Instant told = kind.aftermath() == Fault.Aftermath.SPENT ? reset : until;
        return new Skip(code(), sentence, new Fault(kind, told, sentence, null), until);
    }

    private String sentence(boolean probing) {
        String why = switch (kind.aftermath()) {
            case SPENT -> kind == Fault.Kind.BILLING ? "it has no credit" : "its plan's window is spent";
            case BRIEFLY_LIMITED -> "it limits the rate of requests";
            case COUNTED, NONE ->
                "it failed several times in a row, last by " + kind.name().toLowerCase(Locale.ROOT);
        };
        return probing
                ? why + "; one request tries again just now"
                : why + "; one request tries again at " + until.truncatedTo(ChronoUnit.SECONDS);
    }
}
