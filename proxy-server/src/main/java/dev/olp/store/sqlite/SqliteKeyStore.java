package dev.olp.store.sqlite;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyStore;
import dev.olp.auth.KeyTerms;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keys in {@code olp.db}. The file is asked at each look-up, so that a revocation by any process holds from the next one
 * on; what it says has not changed is not read again. The time of a key's last use may be a minute old.
 */
public final class SqliteKeyStore implements KeyStore, AutoCloseable {
    private static final String ROTATE = """
            UPDATE api_key SET previous_token_hash = iif(?1, token_hash, NULL), grace_ends_at = ?2, token_hash = ?3,
                advertised_token = iif(advertised_token IS NULL, NULL, ?4), rotated_at = ?5
            WHERE id = ?6 AND revoked_at IS NULL""";
    private static final String ERASE = """
            UPDATE api_key SET name = 'erased', notes = NULL, accounts = NULL, last_used_at = NULL,
                advertised_token = NULL, token_hash = randomblob(32), previous_token_hash = NULL, grace_ends_at = NULL,
                invite_hash = NULL, invite_ends_at = NULL,
                revoked_at = ifnull(revoked_at, ?1), erased_at = ifnull(erased_at, ?1)
            WHERE id = ?2""";

    private final SqliteDatabase database;
    private final Supplier<String> ids;
    private final KeyTouches touches;
    private final Map<Connection, KeyLookups> lookups = new ConcurrentHashMap<>();

    /**
     * @param database of {@link Schema#KEYS}; closed with this store
     * @param ids makes new keys' ids
     */
    public SqliteKeyStore(SqliteDatabase database, Supplier<String> ids) {
        this.database = database;
        this.ids = ids;
        this.touches = new KeyTouches(database);
    }

    @Override
    public ApiKey create(KeyTerms terms, Tier tier, byte[] tokenHash, @Nullable String advertisedToken, Instant now) {
        return restore(ApiKey.fresh(ids.get(), terms, tier, now, advertisedToken), tokenHash);
    }

    @Override
    public ApiKey restore(ApiKey key, byte[] tokenHash) {
        if (key.tier() == Tier.ANONYMOUS) {
            throw new IllegalArgumentException("tier: anonymous (expected: owner or guest)");
        }
        return changing(connection -> {
                    // told first: a key that comes a second time has its name and token as well
                    if (KeyLookups.find(connection, "id", key.id()).isPresent()) {
                        throw new IllegalArgumentException("id: a key already has it (expected: another one)");
                    }
                    KeyRows.insert(connection, key, tokenHash);
                    return KeyLookups.find(connection, "id", key.id());
                })
                .orElseThrow();
    }

    @Override
    public List<ApiKey> list() {
        touches.write();
        return database.read(connection -> {
            try (PreparedStatement statement =
                            connection.prepareStatement(KeyRows.SELECT + "ORDER BY created_at, rowid");
                    ResultSet rows = statement.executeQuery()) {
                List<ApiKey> keys = new ArrayList<>();
                while (rows.next()) {
                    keys.add(KeyRows.read(rows));
                }
                return List.copyOf(keys);
            }
        });
    }

    @Override
    public Optional<ApiKey> findByHash(byte[] tokenHash, Instant now) {
        return database.read(connection ->
                lookups.computeIfAbsent(connection, _ -> new KeyLookups()).findByHash(connection, tokenHash, now));
    }

    @Override
    public Optional<ApiKey> find(String idOrName) {
        touches.write();
        return database.read(connection -> KeyLookups.findNamed(connection, idOrName));
    }

    @Override
    public Optional<String> advertisedToken(Instant now) {
        return database.read(connection -> KeyLookups.advertisedToken(connection, now));
    }

    @Override
    public Optional<byte[]> tokenHash(String id) {
        return database.read(connection -> KeyLookups.tokenHash(connection, id));
    }

    @Override
    public Optional<ApiKey> change(String id, UnaryOperator<KeyTerms> change) {
        return changing(connection -> {
            Optional<ApiKey> valid = KeyLookups.find(connection, "revoked_at IS NULL AND id", id);
            if (valid.isPresent()) {
                KeyRows.updateTerms(connection, id, change.apply(valid.get().terms()));
            }
            return valid.isPresent() ? KeyLookups.find(connection, "id", id) : valid;
        });
    }

    @Override
    public Optional<ApiKey> rotate(String id, String token, Instant graceEnds, Instant now) {
        boolean grace = graceEnds.isAfter(now);
        return changing(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ROTATE)) {
                statement.setBoolean(1, grace);
                KeyRows.setInstant(statement, 2, grace ? graceEnds : null);
                statement.setBytes(3, Tokens.hash(token));
                statement.setString(4, token);
                statement.setLong(5, now.toEpochMilli());
                statement.setString(6, id);
                return statement.executeUpdate() == 1 ? KeyLookups.find(connection, "id", id) : Optional.empty();
            }
        });
    }

    @Override
    public boolean invite(String id, byte[] codeHash, Instant ends) {
        return database.write(connection -> KeyInvitations.make(connection, id, codeHash, ends));
    }

    @Override
    public Optional<ApiKey> findInvited(byte[] codeHash, Instant now) {
        return database.read(connection -> {
            Optional<String> id = KeyInvitations.find(connection, codeHash, now);
            return id.isPresent() ? KeyLookups.find(connection, "id", id.get()) : Optional.empty();
        });
    }

    @Override
    public Optional<ApiKey> redeem(byte[] codeHash, String token, Instant now) {
        return changing(connection -> {
            Optional<String> id = KeyInvitations.redeem(connection, codeHash, Tokens.hash(token), now);
            return id.isPresent() ? KeyLookups.find(connection, "id", id.get()) : Optional.empty();
        });
    }

    @Override
    public Optional<ApiKey> revoke(String idOrName, Instant now) {
        return changing(connection -> {
            Optional<ApiKey> key =
                    KeyLookups.findNamed(connection, idOrName).filter(found -> found.revokedAt() == null);
            if (key.isEmpty()) {
                return key;
            }
            update(
                    connection,
                    "UPDATE api_key SET revoked_at = ? WHERE id = ?",
                    key.get().id(),
                    now);
            return KeyLookups.find(connection, "id", key.get().id());
        });
    }

    @Override
    public Optional<ApiKey> erase(String id, Instant now) {
        return changing(connection -> {
            update(connection, ERASE, id, now);
            return KeyLookups.find(connection, "id", id);
        });
    }

    @Override
    public void touch(String id, Instant now) {
        touches.add(id, now);
    }

    @Override
    public void close() {
        try {
            touches.write();
        } finally {
            database.close();
        }
    }

    /** One transaction; a name, an id or a token that is taken is the caller's fault. */
    private Optional<ApiKey> changing(SqlFunction<Connection, Optional<ApiKey>> work) {
        try {
            return database.tryWrite(work);
        } catch (SQLException failure) {
            if (Failures.isUniqueViolation(failure)) {
                throw new IllegalArgumentException(taken(String.valueOf(failure.getMessage())), failure);
            }
            throw database.fault(failure);
        }
    }

    /** SQLite names the column. */
    private static String taken(String message) {
        return message.contains("api_key.name")
                ? "name: a valid key already has it (expected: another one)"
                : "token: a key already has it (expected: another one)";
    }

    private static void update(Connection connection, String sql, String id, Instant now) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, now.toEpochMilli());
            statement.setString(2, id);
            statement.executeUpdate();
        }
    }
}
