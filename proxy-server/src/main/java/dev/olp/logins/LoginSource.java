package dev.olp.logins;

import dev.olp.provider.Login;

/** Port: the logins of one installation. */
public interface LoginSource {
    /**
     * The login for a provider's account, never staler than its file; renewed first if it is about to expire. Waits for
     * a renewal that is under way, within a bound; whoever stops waiting does not stop the renewal.
     *
     * @throws NoLogin when there is none that can be used; the message says what to do, for the log and the operator
     */
    Login find(String provider, String account) throws NoLogin, InterruptedException;

    /**
     * Notes that the provider refused a login (HTTP 401), and renews it where that may help.
     *
     * @param shown as {@link #find} gave it
     * @return whether there is another login now, so that one more try is worth it
     */
    boolean refused(String provider, String account, Login shown) throws InterruptedException;

    /** Notes that the provider took the login. */
    void accepted(String provider, String account, Login shown);

    /** What is known without asking anybody. */
    LoginState state(String provider, String account);

    /** There is no usable login. */
    class NoLogin extends Exception {
        private static final long serialVersionUID = 1L;

        private final String problem;
        private final String remedy;

        /**
         * Says why and what to do.
         *
         * @param problem without paths and secrets: the owner sees it over HTTP
         * @param remedy likewise
         */
        public NoLogin(String problem, String remedy) {
            super(problem + ": " + remedy, null, false, false);
            this.problem = problem;
            this.remedy = remedy;
        }

        public final String problem() {
            return problem;
        }

        public final String remedy() {
            return remedy;
        }
    }
}
