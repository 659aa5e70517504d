package dev.olp.auth;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the gate goes by besides the keys.
 *
 * @param ownerTokenHash SHA-256 of the operator's token from the environment; empty for none
 * @param commandTokenHash SHA-256 of the token that this server's own commands show; it opens the management API and
 *     nothing else
 * @param allowAnonymous whether a request without any credential is let in
 * @param anonymousProviders all that such a request may use
 * @param origins the web pages' origins that may send such a request; {@code *} stands for none of them here
 */
public record GateRules(
        Optional<byte[]> ownerTokenHash,
        Optional<byte[]> commandTokenHash,
        boolean allowAnonymous,
        Set<String> anonymousProviders,
        Set<String> origins) {
    /** Without a token for commands. */
    public GateRules(
            Optional<byte[]> ownerTokenHash,
            boolean allowAnonymous,
            Set<String> anonymousProviders,
            Set<String> origins) {
        this(ownerTokenHash, Optional.empty(), allowAnonymous, anonymousProviders, origins);
    }

    public GateRules {
        origins = origins.stream().filter(origin -> !origin.equals("*")).collect(Collectors.toUnmodifiableSet());
        anonymousProviders = Set.copyOf(anonymousProviders);
    }
}
