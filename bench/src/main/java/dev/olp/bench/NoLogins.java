package dev.olp.bench;

import dev.olp.logins.LoginSource;
import dev.olp.logins.LoginState;
import dev.olp.provider.Login;

/** Nobody asks for a login where nothing is run. */
final class NoLogins implements LoginSource {
    @Override
    public Login find(String provider, String account) throws NoLogin {
        throw new NoLogin("none", "none is needed");
    }

    @Override
    public boolean refused(String provider, String account, Login shown) {
        return false;
    }

    @Override
    public void accepted(String provider, String account, Login shown) {}

    @Override
    public LoginState state(String provider, String account) {
        throw new IllegalStateException("asked for in vain");
    }
}
