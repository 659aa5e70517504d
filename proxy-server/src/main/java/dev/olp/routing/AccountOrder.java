package dev.olp.routing;

import java.util.List;

/** Port: which of a provider's logins are tried, where a hop leaves that open. */
@FunctionalInterface
public interface AccountOrder {
    /**
     * All that may be used, the best first.
     *
     * @param model what the provider's CLI is given
     * @param key whose request it is
     */
    List<String> of(String provider, String model, String key);

    /** Whether it is the one that answered the key last. */
    default boolean isLast(String provider, String model, String key, String account) {
        return false;
    }
}
