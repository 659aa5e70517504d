package dev.olp.logins;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How a login lies in a file. Pure. */
interface LoginFormat {
    /** The name that the file must have; its folder belongs to the login. */
    String fileName();

    /**
     * Reads a file's content.
     *
     * @throws Malformed when it is no such file, or is being written just now
     * @throws LoggedOut when it is one and holds no login
     */
    StoredLogin parse(byte[] content) throws Malformed, LoggedOut;

    /** How the vendor's CLI is brought to renew it; empty for what never expires. */
    default Optional<Renewal> renewal() {
        return Optional.empty();
    }

    /** How OLP asks the vendor's token endpoint itself; empty likewise. */
    default Optional<TokenExchange> exchange() {
        return Optional.empty();
    }

    /**
     * With which arguments the vendor's CLI logs a person in, in his terminal; empty when it has no such way.
     *
     * @param device by a code that is typed into another device's browser, where the CLI has that way
     */
    default Optional<List<String>> signIn(boolean device) {
        return Optional.empty();
    }

    /**
     * Whose it is, as far as it is told; what a renewal leaves as it is.
     *
     * @param folder that the file lies in
     * @return empty where that is not told
     */
    Optional<String> person(byte[] content, Path folder) throws Malformed, LoggedOut;

    /** Not in the format. */
    final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }
}
