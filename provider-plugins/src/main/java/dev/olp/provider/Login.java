package dev.olp.provider;

import org.jspecify.annotations.Nullable;

/**
 * What the child shows to its provider. Never a refresh token.
 *
 * @param kind what kind of secret it is
 * @param secret the secret itself; goes to the child by its environment, never by argv
 * @param accountId the provider's account id that must go with it; null for none
 */
public record Login(Kind kind, String secret, @Nullable String accountId) {
    @Override
    public String toString() {
        return "Login[" + kind + "]";
    }

    public enum Kind {
        /** A short-lived or set-up OAuth access token. */
        OAUTH_TOKEN,
        /** A plain API key. */
        API_KEY
    }
}
