package dev.olp.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Port: where keys live. Each implementation passes the same contract test. Throws StoreException on I/O faults. */
public interface KeyStore {
    /**
     * Stores a new key.
     *
     * @param tokenHash SHA-256 of the whole token, 32 bytes
     * @param expiresAt kept to the millisecond, as is {@code now}
     * @throws IllegalArgumentException when the name breaks {@link KeyNames}'s rule or a valid key has it, or for tier
     *     anonymous
     */
    ApiKey create(String name, Tier tier, byte[] tokenHash, @Nullable Instant expiresAt, Instant now);

    /** All keys, oldest first, revoked ones included. */
    List<ApiKey> list();

    /** The key whose token has this hash, revoked or expired ones included. Sees other processes' writes at once. */
    Optional<ApiKey> findByHash(byte[] tokenHash);

    /** Revokes by id or exact name; empty when there is no such key that is still valid. */
    Optional<ApiKey> revoke(String idOrName, Instant now);

    /** Notes a use; may be batched. */
    void touch(String id, Instant now);
}
