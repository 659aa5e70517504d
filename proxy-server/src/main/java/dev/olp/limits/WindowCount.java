package dev.olp.limits;

import java.time.LocalDate;

/**
 * Use within one calendar window.
 *
 * @param firstDay of the window
 * @param requests begun in it
 * @param tokens input and output, settled in it
 * @param microUsd what they cost, in millionths of a dollar
 */
public record WindowCount(LocalDate firstDay, long requests, long tokens, long microUsd) {
    /** In a window that is long over. */
    public static final WindowCount NOTHING = new WindowCount(LocalDate.EPOCH, 0, 0, 0);

    /** Before this day a clock was never set: no OLP is older. */
    private static final LocalDate OLDEST_SANE = LocalDate.of(2026, 1, 1);

    /**
     * As it stands on that day. A later window begins empty. Where the clock went back behind the window, that is not the
     * time to give anything away, or to hold it for ever: a step of up to a day, and a clock that was never set, leave
     * the window as it is; else the window was made by a wrong clock, and what was used moves into the present one.
     */
    WindowCount on(LocalDate today, Window window) {
        LocalDate current = window.firstDay(today);
        if (current.equals(firstDay)) {
            return this;
        }
        if (current.isAfter(firstDay)) {
            return new WindowCount(current, 0, 0, 0);
        }
        boolean smallStep = !firstDay.isAfter(today.plusDays(1));
        return smallStep || today.isBefore(OLDEST_SANE) ? this : new WindowCount(current, requests, tokens, microUsd);
    }

    WindowCount plusRequest() {
        return new WindowCount(firstDay, requests + 1, tokens, microUsd);
    }

    /** Without one request that was counted in the window of that first day, if it is this one. */
    WindowCount minusRequest(LocalDate countedIn) {
        return countedIn.equals(firstDay) && requests > 0
                ? new WindowCount(firstDay, requests - 1, tokens, microUsd)
                : this;
    }

    WindowCount plus(Spent spent) {
        return new WindowCount(firstDay, requests, tokens + spent.tokens(), microUsd + spent.microUsd());
    }

    long of(Limit.Measure measure) {
        return switch (measure) {
            case REQUESTS -> requests;
            case TOKENS -> tokens;
            case MONEY -> microUsd;
        };
    }
}
