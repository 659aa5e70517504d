package dev.olp.run;

import dev.olp.logins.LoginSource;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.Fault;
import dev.olp.provider.Login;
import dev.olp.routing.Hop;
import org.jspecify.annotations.Nullable;

/** The login of one hop of one request, and what its provider makes of it. */
final class HopLogin {
    private final LoginSource logins;
    private final Hop hop;
    private @Nullable Login shown;

    HopLogin(LoginSource logins, Hop hop) {
        this.logins = logins;
        this.hop = hop;
    }

    Login find() throws NoLogin, InterruptedException {
        shown = null;
        Login found = logins.find(hop.provider(), hop.account());
        shown = found;
        return found;
    }

    /**
     * Notes how the hop ended.
     *
     * @param fault null when it answered
     * @return whether the provider refused the login and there is another one now
     */
    boolean isRenewedAfter(@Nullable Fault fault) throws InterruptedException {
        Login tried = shown;
        if (tried == null) {
            return false;
        }
        if (fault == null) {
            logins.accepted(hop.provider(), hop.account(), tried);
            return false;
        }
        return fault.kind() == Fault.Kind.LOGIN_DEAD && logins.refused(hop.provider(), hop.account(), tried);
    }
}
