package dev.olp.logins;

/** The file is there, and holds no login: its CLI logged out, or emptied it when its provider ended the login. */
final class LoggedOut extends Exception {
    private static final long serialVersionUID = 1L;

    LoggedOut() {
        super("its file holds no login (logged out, or ended by the provider)", null, false, false);
    }
}
