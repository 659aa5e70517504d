package dev.olp.logins;

import dev.olp.provider.Login;
import java.time.Clock;
import java.time.Duration;

/** Logins as they are: none is renewed here, and one that is about to be is not used. Refusals are nobody's business. */
public final class UnrenewedLogins implements LoginSource {
    /** More than any CLI or OLP itself leaves a token before it renews it, and than a short run takes. */
    private static final Duration MARGIN = Duration.ofMinutes(15);

    private final LoginPlaces places;
    private final LoginSource owners;
    private final Clock clock;

    /** @param owners know what is held against a login */
    public UnrenewedLogins(LoginPlaces places, LoginSource owners, Clock clock) {
        this.places = places;
        this.owners = owners;
        this.clock = clock;
    }

    @Override
    public Login find(String provider, String account) throws NoLogin {
        LoginState state = state(provider, account);
        String problem = state.problem();
        if (problem != null) {
            throw new NoLogin(problem, state.remedy() == null ? "see olp providers" : state.remedy());
        }
        StoredLogin stored = places.find(provider, account)
                .orElseThrow(() -> new NoLogin("there is none", Remedies.login(provider, account)))
                .read();
        if (!stored.livesFor(MARGIN, clock.instant())) {
            throw new NoLogin("it is about to be renewed", "the next request does that");
        }
        return stored.login();
    }

    @Override
    public boolean refused(String provider, String account, Login shown) {
        return false;
    }

    @Override
    public void accepted(String provider, String account, Login shown) {}

    @Override
    public LoginState state(String provider, String account) {
        return owners.state(provider, account);
    }
}
