package dev.olp.auth;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keys in memory, for tests of what stands before the store. */
final class MemoryKeyStore implements KeyStore {
    private record Entry(byte[] hash, ApiKey key) {}

    private final List<Entry> entries = new ArrayList<>();

    @Override
    public ApiKey create(String name, Tier tier, byte[] tokenHash, @Nullable Instant expiresAt, Instant now) {
        KeyNames.check(name);
        boolean taken = list().stream()
                .anyMatch(key -> key.revokedAt() == null && key.name().equals(name));
        if (taken || tier == Tier.ANONYMOUS) {
            throw new IllegalArgumentException("name or tier: " + name);
        }
        ApiKey key = new ApiKey("key_" + entries.size(), name, tier, now, expiresAt, null, null);
        entries.add(new Entry(tokenHash.clone(), key));
        return key;
    }

    @Override
    public List<ApiKey> list() {
        return entries.stream().map(Entry::key).toList();
    }

    @Override
    public Optional<ApiKey> findByHash(byte[] tokenHash) {
        return entries.stream()
                .filter(entry -> MessageDigest.isEqual(entry.hash(), tokenHash))
                .map(Entry::key)
                .findFirst();
    }

    @Override
    public Optional<ApiKey> revoke(String idOrName, Instant now) {
        for (int i = 0; i < entries.size(); i++) {
            ApiKey key = entries.get(i).key();
            if (key.revokedAt() == null
                    && (key.id().equals(idOrName) || key.name().equals(idOrName))) {
                ApiKey revoked = new ApiKey(
                        key.id(), key.name(), key.tier(), key.createdAt(), key.expiresAt(), now, key.lastUsedAt());
                entries.set(i, new Entry(entries.get(i).hash(), revoked));
                return Optional.of(revoked);
            }
        }
        return Optional.empty();
    }

    @Override
    public void touch(String id, Instant now) {
        for (int i = 0; i < entries.size(); i++) {
            ApiKey key = entries.get(i).key();
            if (key.id().equals(id)
                    && (key.lastUsedAt() == null || key.lastUsedAt().isBefore(now))) {
                entries.set(
                        i,
                        new Entry(
                                entries.get(i).hash(),
                                new ApiKey(
                                        key.id(),
                                        key.name(),
                                        key.tier(),
                                        key.createdAt(),
                                        key.expiresAt(),
                                        key.revokedAt(),
                                        now)));
            }
        }
    }
}
