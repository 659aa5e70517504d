package dev.olp.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Port: where keys live. Each implementation passes the same contract test. Every change is one step: of two at once, in
 * whatever processes, each sees the other whole or not at all. Instants are kept to the millisecond. Throws
 * StoreException on I/O faults.
 */
public interface KeyStore {
    /**
     * Stores a new key.
     *
     * @param tokenHash SHA-256 of the whole token, 32 bytes
     * @param advertisedToken the token itself, for a key that may be told to everybody; null for every other
     * @throws IllegalArgumentException when a valid key has that name, or for tier anonymous; the message begins with
     *     the field
     */
    ApiKey create(KeyTerms terms, Tier tier, byte[] tokenHash, @Nullable String advertisedToken, Instant now);

    /** As {@link #create(KeyTerms, Tier, byte[], String, Instant)}, for a key without conditions. */
    default ApiKey create(String name, Tier tier, byte[] tokenHash, @Nullable Instant expiresAt, Instant now) {
        return create(KeyTerms.of(name, expiresAt), tier, tokenHash, null, now);
    }

    /**
     * Stores a key that was made elsewhere, as it is.
     *
     * @throws IllegalArgumentException when its id, its token or, while it is valid, its name is taken
     */
    ApiKey restore(ApiKey key, byte[] tokenHash);

    /** All keys, oldest first, revoked ones included. */
    List<ApiKey> list();

    /**
     * The key whose token has this hash, or whose token before had it and is still in its grace at that moment; revoked
     * or expired ones included. Sees other processes' writes at once.
     */
    Optional<ApiKey> findByHash(byte[] tokenHash, Instant now);

    /** The key of this id, or else the valid one of exactly this name. */
    Optional<ApiKey> find(String idOrName);

    /** The token that may be told to everybody: of the advertised key that admits at that moment. */
    Optional<String> advertisedToken(Instant now);

    /** SHA-256 of the token in force; empty for no such key. */
    Optional<byte[]> tokenHash(String id);

    /**
     * Changes the terms of a key.
     *
     * @param change from those in force; what it throws undoes the step
     * @return empty when there is no such key that is still valid
     * @throws IllegalArgumentException when another valid key has the name
     */
    Optional<ApiKey> change(String id, UnaryOperator<KeyTerms> change);

    /**
     * Gives a key another token. The one before stays good until the grace ends, and one before that no longer.
     *
     * @param token of which the hash alone is kept, unless the key is advertised
     * @param graceEnds at or before {@code now} for no grace
     * @return empty when there is no such key that is still valid
     */
    Optional<ApiKey> rotate(String id, String token, Instant graceEnds, Instant now);

    /**
     * Lets whoever has a code take a token of the key, once. A code before this one is no longer good.
     *
     * @param codeHash SHA-256 of the code, 32 bytes
     * @return false when there is no such key that is still valid
     */
    boolean invite(String id, byte[] codeHash, Instant ends);

    /** The valid key that a code is good for at that moment. */
    Optional<ApiKey> findInvited(byte[] codeHash, Instant now);

    /**
     * Uses a code up: the token takes the place of the key's, without grace. Of any number at once one succeeds.
     *
     * @param token of which the hash alone is kept
     * @return empty when the code is not good, or no longer
     */
    Optional<ApiKey> redeem(byte[] codeHash, String token, Instant now);

    /** Revokes by id or exact name, whichever tokens it has; empty when there is no such key that is still valid. */
    Optional<ApiKey> revoke(String idOrName, Instant now);

    /**
     * Revokes a key and removes what it says of a person: name, notes, last use, tokens. Its id stays.
     *
     * @return empty when there is no such key
     */
    Optional<ApiKey> erase(String id, Instant now);

    /** Notes a use; may be batched. */
    void touch(String id, Instant now);
}
