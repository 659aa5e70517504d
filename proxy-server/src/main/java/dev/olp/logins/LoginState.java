package dev.olp.logins;

import dev.olp.config.CredentialSettings;
import dev.olp.provider.Login;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the operator is told of an account's login. Holds no secret and no path.
 *
 * @param source where it is taken from; null when there is none
 * @param kind what it is; null when it could not be read
 * @param expiresAt when its access token ends; null when it does not, or does not say
 * @param renewedBy who renews it; null when it never is
 * @param problem why it cannot be used now; null when nothing is known against it
 * @param remedy what to do about the problem; null without one
 */
public record LoginState(
        @Nullable Source source,
        Login.@Nullable Kind kind,
        @Nullable Instant expiresAt,
        CredentialSettings.@Nullable Renewal renewedBy,
        @Nullable String problem,
        @Nullable String remedy) {
    /** Places in the order in which they are looked at. */
    public enum Source {
        /** A variable of the server's own environment. */
        ENVIRONMENT,
        /** OLP's store, filled by {@code olp login}. */
        STORE,
        /** The file that the vendor's CLI keeps for the user that runs OLP. */
        OPERATOR
    }

    /** Whether it expires and is renewed. */
    public boolean renewable() {
        return renewedBy != null;
    }

    /** With another way to renew, if it is renewed at all. */
    LoginState renewedBy(CredentialSettings.Renewal way) {
        return new LoginState(source, kind, expiresAt, renewable() ? way : null, problem, remedy);
    }

    LoginState with(LoginSource.NoLogin why) {
        return new LoginState(source, kind, expiresAt, renewedBy, why.problem(), why.remedy());
    }

    static LoginState troubled(@Nullable Source source, LoginSource.NoLogin why) {
        return new LoginState(source, null, null, null, why.problem(), why.remedy());
    }
}
