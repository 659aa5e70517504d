package dev.olp.logins;

import dev.olp.logins.LoginPlaces.Place;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One account's login: its owner in this process. Thread-safe.
 *
 * <pre>
 * good ──(about to expire | refused)──▶ being renewed ──▶ good, as yet unproven
 *   ▲                                        └──(failed)──┐        │ refused
 *   └──(accepted | another login in the file)── held back ◀────────┘   one may try when the time is up
 * </pre>
 */
final class AccountLogin {
    private static final Logger log = LoggerFactory.getLogger(AccountLogin.class);

    private final String provider;
    private final String account;
    private final LoginPlaces places;
    private final SharedRenewal renewal;
    private final LoginTimes times;
    private final Clock clock;

    private final Object state = new Object();
    private final Doubts refusals;
    /** Refused, and nothing accepted since; one refusal alone proves nothing of a login that cannot be renewed. */
    private @Nullable String suspect;

    AccountLogin(
            String provider, String account, LoginPlaces places, SharedRenewal renewal, LoginTimes times, Clock clock) {
        this.provider = provider;
        this.account = account;
        this.places = places;
        this.renewal = renewal;
        this.times = times;
        this.clock = clock;
        this.refusals = new Doubts(times);
    }

    /** As {@link LoginSource#find}. */
    Login find() throws NoLogin, InterruptedException {
        Place place = place();
        StoredLogin stored = place.read();
        Instant now = clock.instant();
        if (!stored.livesFor(times.margin(), now) || renewal.owes(stored.secret())) {
            if (place instanceof Place.InFile(var _, LoginFile file) && stored.renewable()) {
                stored = renewedOrStillGood(file, stored, now);
            } else if (!stored.livesFor(Duration.ZERO, now)) {
                throw StoredLogin.expired(loginAgain());
            }
        }
        synchronized (state) {
            Optional<NoLogin> against = refusals.against(stored.secret(), now);
            if (against.isPresent()) {
                throw against.get();
            }
        }
        return stored.login();
    }

    private StoredLogin renewedOrStillGood(LoginFile file, StoredLogin stored, Instant now)
            throws NoLogin, InterruptedException {
        try {
            return renewal.of(file, stored, false);
        } catch (NoLogin e) {
            if (stored.livesFor(times.patience(), now)) {
                return stored;
            }
            throw e;
        }
    }

    /** As {@link LoginSource#refused}. */
    boolean refused(Login shown) throws InterruptedException {
        boolean unproven = renewal.hasGained(shown.secret());
        try {
            Place place = place();
            StoredLogin stored = place.read();
            if (!stored.secret().equals(shown.secret())) {
                return true;
            }
            if (place instanceof Place.InFile(var _, LoginFile file) && stored.renewable() && !unproven) {
                renewal.of(file, stored, true);
                return true;
            }
        } catch (NoLogin e) {
            hold(shown, e);
            return false;
        }
        if (unproven || isSuspect(shown)) {
            hold(shown, new NoLogin("the provider refuses it", loginAgain()));
        }
        return false;
    }

    private boolean isSuspect(Login shown) {
        synchronized (state) {
            boolean before = shown.secret().equals(suspect);
            suspect = shown.secret();
            return before;
        }
    }

    /** As {@link LoginSource#accepted}. */
    void accepted(Login shown) {
        renewal.proven(shown.secret());
        synchronized (state) {
            suspect = null;
            if (refusals.known(shown.secret()).isPresent()) {
                refusals.forget();
                log.atInfo()
                        .addKeyValue("provider", provider)
                        .addKeyValue("account", account)
                        .log("the login is accepted again");
            }
        }
    }

    /** When nobody asks for it any more. */
    void close() {
        renewal.settle();
    }

    /** As {@link LoginSource#state}. */
    LoginState look() {
        LoginState seen = places.state(provider, account, clock.instant());
        if (seen.problem() != null) {
            return seen;
        }
        try {
            return known(place().read().secret()).map(seen::with).orElse(seen);
        } catch (NoLogin changedMeanwhile) {
            return seen.with(changedMeanwhile);
        }
    }

    private Optional<NoLogin> known(String secret) {
        Optional<NoLogin> refusal;
        synchronized (state) {
            refusal = refusals.known(secret);
        }
        return refusal.or(() -> renewal.failure(secret));
    }

    private Place place() throws NoLogin {
        return places.find(provider, account).orElseThrow(this::none);
    }

    private NoLogin none() {
        return new NoLogin("there is none", loginAgain());
    }

    private String loginAgain() {
        return Remedies.login(provider, account);
    }

    private void hold(Login refused, NoLogin why) {
        boolean news;
        synchronized (state) {
            news = refusals.hold(refused.secret(), why, clock.instant());
        }
        if (news) {
            log.atWarn()
                    .addKeyValue("provider", provider)
                    .addKeyValue("account", account)
                    .addKeyValue("problem", why.problem())
                    .addKeyValue("remedy", why.remedy())
                    .log("a login does not work; its provider is left out until it is mended");
        }
    }
}
