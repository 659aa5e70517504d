package dev.olp.limits;

/**
 * What the requests under way at this server hold of a key's limits.
 *
 * @param requests how many they are
 * @param tokens reserved for them
 * @param microUsd reserved for them, in millionths of a dollar
 */
public record Held(int requests, long tokens, long microUsd) {
    public static final Held NOTHING = new Held(0, 0, 0);

    Held plus(Held other) {
        return new Held(requests + other.requests, tokens + other.tokens, microUsd + other.microUsd);
    }

    Held plus(Reservation reservation) {
        return new Held(requests + 1, tokens + reservation.tokens(), microUsd + reservation.microUsd());
    }

    Held minus(Reservation reservation) {
        return new Held(requests - 1, tokens - reservation.tokens(), microUsd - reservation.microUsd());
    }

    long of(Limit.Measure measure) {
        return switch (measure) {
            case REQUESTS -> 0; // counted already when they began
            case TOKENS -> tokens;
            case MONEY -> microUsd;
        };
    }
}
