package dev.olp.logins;

import dev.olp.provider.Login;

/** Port: the logins of one installation. */
public interface LoginSource {
    /**
     * The login for a provider's account, read anew so that it is never staler than its file.
     *
     * @throws NoLogin when there is none, or it has expired; the message says what to do, for the log and the operator
     */
    Login find(String provider, String account) throws NoLogin;

    /** There is no usable login. */
    final class NoLogin extends Exception {
        private static final long serialVersionUID = 1L;

        public NoLogin(String message) {
            super(message, null, false, false);
        }
    }
}
