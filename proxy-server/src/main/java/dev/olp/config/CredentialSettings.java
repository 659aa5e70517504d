package dev.olp.config;

/**
 * {@code providers.<name>.credentials.<account>}: where an account's login comes from.
 *
 * @param source {@code auto}: the first that is found
 */
public record CredentialSettings(Source source) {
    public static final CredentialSettings DEFAULTS = new CredentialSettings(Source.AUTO);

    /** Ways to a login. */
    public enum Source {
        AUTO
    }
}
