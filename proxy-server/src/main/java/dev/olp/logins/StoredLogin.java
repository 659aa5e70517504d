package dev.olp.logins;

import dev.olp.config.CredentialSettings;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Login;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a login's file says, without the refresh token.
 *
 * @param expiresAt null when it does not expire or does not say
 * @param renewable whether the file has what its CLI needs to renew it
 */
record StoredLogin(Login login, @Nullable Instant expiresAt, boolean renewable) {
    String secret() {
        return login.secret();
    }

    boolean livesFor(Duration span, Instant now) {
        return expiresAt == null || expiresAt.isAfter(now.plus(span));
    }

    /** Said of one that is not renewable and has no life left. */
    static NoLogin expired(String loginAgain) {
        return new NoLogin("it has expired, and its file has nothing to renew it with", loginAgain);
    }

    LoginState state(LoginState.Source source) {
        return new LoginState(
                source, login.kind(), expiresAt, renewable ? CredentialSettings.Renewal.VENDOR : null, null, null);
    }
}
