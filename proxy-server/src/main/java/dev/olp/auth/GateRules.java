package dev.olp.auth;

import java.util.Optional;
import java.util.Set;

/**
 * What the gate goes by besides the keys.
 *
 * @param ownerTokenHash SHA-256 of the operator's token from the environment; empty for none
 * @param allowAnonymous whether a request without any credential is let in
 * @param anonymousProviders all that such a request may use
 */
public record GateRules(Optional<byte[]> ownerTokenHash, boolean allowAnonymous, Set<String> anonymousProviders) {
    public GateRules {
        anonymousProviders = Set.copyOf(anonymousProviders);
    }
}
