package dev.olp.auth;

import dev.olp.isolation.contract.DeploymentTier;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The store that one test has, and what its tests share. */
public interface KeyStoreStage {
    Instant NOW = Instant.parse("2026-11-29T10:15:30.123Z");

    Scope NARROW = new Scope(
            Set.of("anthropic", "openai"),
            Set.of("claude-sonnet-4-6"),
            Map.of("anthropic", "work"),
            DeploymentTier.PER_OS_USER);

    /** The same one throughout a test, empty at its beginning; whoever implements this closes it. */
    KeyStore store();

    /** Another handle on {@link #store}, as another process would have. */
    KeyStore anotherHandle();

    /** The id of the key that the token opens then. */
    default Optional<String> validId(String token, Instant now) {
        return store().findByHash(Tokens.hash(token), now)
                .filter(key -> key.revokedAt() == null)
                .map(ApiKey::id);
    }
}
