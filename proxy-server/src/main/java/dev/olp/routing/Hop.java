package dev.olp.routing;

/**
 * One try.
 *
 * @param provider the provider's id
 * @param model the model id that its CLI is given
 * @param account which login of the provider; {@code default} where it has one; {@value #ANY_ACCOUNT} in a chain for
 *     all that the configuration names
 */
public record Hop(String provider, String model, String account) {
    /** Not a name that a login can have. */
    public static final String ANY_ACCOUNT = "*";

    /** The same with that login. */
    public Hop with(String login) {
        return new Hop(provider, model, login);
    }
}
