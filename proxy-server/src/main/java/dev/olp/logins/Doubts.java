package dev.olp.logins;

import dev.olp.logins.LoginSource.NoLogin;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What stands against the login that an account has now, so that a dead one is not tried for every request. Another
 * secret, or an answer, ends it. When the time is up one request may try; the time for the next doubles. Not thread-safe.
 */
final class Doubts {
    private final LoginTimes times;
    private @Nullable String secret;
    private @Nullable NoLogin why;
    private Instant until = Instant.MIN;
    private Duration hold = Duration.ZERO;

    Doubts(LoginTimes times) {
        this.times = times;
    }

    /** Why this secret is not to be tried now; empty when it may be. */
    Optional<NoLogin> against(String asked, Instant now) {
        if (!asked.equals(secret)) {
            forget();
        }
        if (why == null || !now.isBefore(until)) {
            until = now.plus(hold);
            return Optional.empty();
        }
        return Optional.of(why);
    }

    /** The same without letting anybody try. */
    Optional<NoLogin> known(String asked) {
        return asked.equals(secret) ? Optional.ofNullable(why) : Optional.empty();
    }

    /** @return whether this is news */
    boolean hold(String failed, NoLogin reason, Instant now) {
        boolean news = why == null || !failed.equals(secret);
        hold = news || hold.isZero() ? times.firstHold() : min(hold.multipliedBy(2), times.longestHold());
        secret = failed;
        why = reason;
        until = now.plus(hold);
        return news;
    }

    void forget() {
        secret = null;
        why = null;
        hold = Duration.ZERO;
        until = Instant.MIN;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
