package dev.olp.config;

/**
 * {@code providers.<name>.credentials.<account>}: where an account's login comes from and who renews it.
 *
 * @param source {@code auto}: the first that is found
 * @param renewal {@code token-endpoint} only where the login can expire
 */
public record CredentialSettings(Source source, Renewal renewal) {
    public static final CredentialSettings DEFAULTS = new CredentialSettings(Source.AUTO, Renewal.VENDOR);

    /** Ways to a login. */
    public enum Source {
        AUTO
    }

    /** Ways to renew it. */
    public enum Renewal {
        /** The vendor's own CLI does. */
        VENDOR("vendor"),
        /** OLP asks the vendor's token endpoint itself, in the CLI's name. */
        TOKEN_ENDPOINT("token-endpoint");

        private final String spelled;

        Renewal(String spelled) {
            this.spelled = spelled;
        }

        /** As the configuration spells it. */
        @Override
        public String toString() {
            return spelled;
        }
    }
}
