package dev.olp.auth;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keys in memory, for tests of what stands before the store. */
final class MemoryKeyStore implements KeyStore {
    private record Entry(byte[] hash, byte[] previous, ApiKey key) {}

    private static final byte[] NONE = {0};

    private record Invitation(byte[] hash, Instant ends) {
        boolean isFor(byte[] codeHash, Instant now) {
            return MessageDigest.isEqual(hash, codeHash) && now.isBefore(ends);
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Invitation> invitations = new HashMap<>();

    @Override
    public ApiKey create(KeyTerms terms, Tier tier, byte[] tokenHash, @Nullable String advertisedToken, Instant now) {
        return restore(ApiKey.fresh("key_" + entries.size(), terms, tier, now, advertisedToken), tokenHash);
    }

    @Override
    public ApiKey restore(ApiKey key, byte[] tokenHash) {
        refuse("tier", key.tier() == Tier.ANONYMOUS);
        refuse("id", has(other -> other.key.id().equals(key.id())));
        refuse("token", has(other -> Arrays.equals(other.hash, tokenHash)));
        refuse("name", key.revokedAt() == null && isTaken(key.id(), key.name()));
        entries.add(new Entry(tokenHash.clone(), NONE, key));
        return key;
    }

    @Override
    public List<ApiKey> list() {
        return entries.stream().map(Entry::key).toList();
    }

    @Override
    public Optional<ApiKey> findByHash(byte[] tokenHash, Instant now) {
        return entries.stream()
                .filter(entry -> MessageDigest.isEqual(entry.hash, tokenHash)
                        || (MessageDigest.isEqual(entry.previous, tokenHash) && now.isBefore(entry.key.graceEndsAt())))
                .map(Entry::key)
                .findFirst();
    }

    @Override
    public Optional<ApiKey> find(String idOrName) {
        return list().stream()
                .filter(key -> key.id().equals(idOrName))
                .findFirst()
                .or(() -> list().stream()
                        .filter(key ->
                                key.revokedAt() == null && key.terms().name().equals(idOrName))
                        .findFirst());
    }

    @Override
    public Optional<String> advertisedToken(Instant now) {
        return list().stream()
                .filter(key -> key.isActive(now))
                .flatMap(key -> Stream.ofNullable(key.advertisedToken()))
                .findFirst();
    }

    @Override
    public Optional<byte[]> tokenHash(String id) {
        return entries.stream()
                .filter(entry -> entry.key.id().equals(id))
                .map(Entry::hash)
                .findFirst();
    }

    @Override
    public Optional<ApiKey> change(String id, UnaryOperator<KeyTerms> change) {
        return replace(id, true, entry -> {
            KeyTerms terms = change.apply(entry.key.terms());
            refuse("name", isTaken(id, terms.name()));
            return new Entry(entry.hash, entry.previous, with(entry.key, terms, null, entry.key.lastUsedAt()));
        });
    }

    @Override
    public Optional<ApiKey> rotate(String id, String token, Instant graceEnds, Instant now) {
        boolean grace = graceEnds.isAfter(now);
        return replace(id, true, entry -> {
            ApiKey key = entry.key;
            return new Entry(
                    Tokens.hash(token),
                    grace ? entry.hash : NONE,
                    new ApiKey(
                            id,
                            key.terms(),
                            key.tier(),
                            key.createdAt(),
                            null,
                            key.lastUsedAt(),
                            now,
                            grace ? graceEnds : null,
                            key.advertisedToken() == null ? null : token,
                            null));
        });
    }

    @Override
    public boolean invite(String id, byte[] codeHash, Instant ends) {
        boolean valid = list().stream().anyMatch(key -> key.id().equals(id) && key.revokedAt() == null);
        if (valid) {
            invitations.put(id, new Invitation(codeHash.clone(), ends));
        }
        return valid;
    }

    @Override
    public Optional<ApiKey> findInvited(byte[] codeHash, Instant now) {
        return list().stream()
                .filter(key -> key.revokedAt() == null)
                .filter(key -> Optional.ofNullable(invitations.get(key.id()))
                        .filter(invitation -> invitation.isFor(codeHash, now))
                        .isPresent())
                .findFirst();
    }

    @Override
    public Optional<ApiKey> redeem(byte[] codeHash, String token, Instant now) {
        Optional<ApiKey> key = findInvited(codeHash, now);
        key.ifPresent(invited -> invitations.remove(invited.id()));
        return key.flatMap(invited -> rotate(invited.id(), token, now, now));
    }

    @Override
    public Optional<ApiKey> revoke(String idOrName, Instant now) {
        return find(idOrName)
                .flatMap(key -> replace(
                        key.id(),
                        true,
                        entry -> new Entry(entry.hash, entry.previous, with(key, key.terms(), now, key.lastUsedAt()))));
    }

    @Override
    public Optional<ApiKey> erase(String id, Instant now) {
        return replace(id, false, entry -> {
            ApiKey key = entry.key;
            Scope scope = new Scope(
                    key.scope().providers(),
                    key.scope().models(),
                    Map.of(),
                    key.scope().minTier());
            return new Entry(
                    Tokens.hash("erased " + id),
                    NONE,
                    new ApiKey(
                            id,
                            new KeyTerms("erased", key.expiresAt(), scope, null),
                            key.tier(),
                            key.createdAt(),
                            key.revokedAt() == null ? now : key.revokedAt(),
                            null,
                            key.rotatedAt(),
                            null,
                            null,
                            key.erasedAt() == null ? now : key.erasedAt()));
        });
    }

    @Override
    public void touch(String id, Instant now) {
        replace(id, false, entry -> {
            Instant last = entry.key.lastUsedAt();
            boolean newer = entry.key.erasedAt() == null && (last == null || last.isBefore(now));
            return new Entry(
                    entry.hash,
                    entry.previous,
                    with(entry.key, entry.key.terms(), entry.key.revokedAt(), newer ? now : last));
        });
    }

    private Optional<ApiKey> replace(String id, boolean onlyValid, UnaryOperator<Entry> change) {
        for (int i = 0; i < entries.size(); i++) {
            ApiKey key = entries.get(i).key;
            if (key.id().equals(id) && (!onlyValid || key.revokedAt() == null)) {
                entries.set(i, change.apply(entries.get(i)));
                return Optional.of(entries.get(i).key);
            }
        }
        return Optional.empty();
    }

    private static ApiKey with(ApiKey key, KeyTerms terms, @Nullable Instant revokedAt, @Nullable Instant lastUsedAt) {
        return new ApiKey(
                key.id(),
                terms,
                key.tier(),
                key.createdAt(),
                revokedAt,
                lastUsedAt,
                key.rotatedAt(),
                key.graceEndsAt(),
                key.advertisedToken(),
                key.erasedAt());
    }

    private boolean has(Predicate<Entry> wanted) {
        return entries.stream().anyMatch(wanted);
    }

    private boolean isTaken(String id, String name) {
        return has(other -> !other.key.id().equals(id)
                && other.key.revokedAt() == null
                && other.key.name().equals(name));
    }

    private static void refuse(String field, boolean wrong) {
        if (wrong) {
            throw new IllegalArgumentException(field + ": already has it (expected: another one)");
        }
    }
}
