package dev.olp.logins;

import dev.olp.logins.LoginSource.NoLogin;

/** Port: has a login renewed. */
interface Renewer {
    /**
     * Renews, unless the file holds another login meanwhile: that one is taken.
     *
     * @param before as the file was read last
     * @param force though it has life left
     * @return what the file holds now, never {@code before}'s secret
     * @throws NoLogin when it could not be renewed
     */
    StoredLogin renew(LoginFile file, StoredLogin before, boolean force) throws NoLogin, InterruptedException;

    /** Whether it has a newer login for the file that holds this secret, which could not be written yet. */
    default boolean owes(String secret) {
        return false;
    }

    /** Writes what it owes, if it can now. */
    default void settle() {}
}
