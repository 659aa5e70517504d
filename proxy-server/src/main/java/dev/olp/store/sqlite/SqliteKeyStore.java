package dev.olp.store.sqlite;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyStore;
import dev.olp.auth.KeyTerms;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Keys in {@code olp.db}. Nothing of a key is cached, so that a revocation by any process holds from the next look-up
 * on. The time of a key's last use may be a minute old.
 */
public final class SqliteKeyStore implements KeyStore, AutoCloseable {
    private static final String CURRENT = KeyRows.SELECT + "WHERE token_hash = ?";
    private static final String PREVIOUS = KeyRows.SELECT + "WHERE previous_token_hash = ? AND grace_ends_at > ?";

    private static final String ADVERTISED = """
            SELECT advertised_token FROM api_key WHERE advertised_token IS NOT NULL AND revoked_at IS NULL
                AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at LIMIT 1""";
    private static final String ROTATE = """
            UPDATE api_key SET previous_token_hash = iif(?1, token_hash, NULL), grace_ends_at = ?2, token_hash = ?3,
                advertised_token = iif(advertised_token IS NULL, NULL, ?4), rotated_at = ?5
            WHERE id = ?6 AND revoked_at IS NULL""";
    private static final String ERASE = """
            UPDATE api_key SET name = 'erased', notes = NULL, accounts = NULL, last_used_at = NULL,
                advertised_token = NULL, token_hash = randomblob(32), previous_token_hash = NULL, grace_ends_at = NULL,
                revoked_at = ifnull(revoked_at, ?1), erased_at = ifnull(erased_at, ?1)
            WHERE id = ?2""";

    private final SqliteDatabase database;
    private final Supplier<String> ids;
    private final KeyTouches touches;
    private @Nullable PreparedStatement findCurrent;
    private @Nullable PreparedStatement findPrevious;

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
                    if (find(connection, "id", key.id()).isPresent()) {
                        throw new IllegalArgumentException("id: a key already has it (expected: another one)");
                    }
                    KeyRows.insert(connection, key, tokenHash);
                    return find(connection, "id", key.id());
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
        return database.read(connection -> {
            // kept prepared: compiling the statement costs several times what running it does
            PreparedStatement current = findCurrent;
            if (current == null) {
                current = connection.prepareStatement(CURRENT);
                findCurrent = current;
            }
            current.setBytes(1, tokenHash);
            Optional<ApiKey> found = match(current, KeyRows.HASH_COLUMN, tokenHash);
            if (found.isPresent()) {
                return found;
            }
            PreparedStatement previous = findPrevious;
            if (previous == null) {
                previous = connection.prepareStatement(PREVIOUS);
                findPrevious = previous;
            }
            previous.setBytes(1, tokenHash);
            previous.setLong(2, now.toEpochMilli());
            return match(previous, KeyRows.PREVIOUS_HASH_COLUMN, tokenHash);
        });
    }

    @Override
    public Optional<ApiKey> find(String idOrName) {
        touches.write();
        return database.read(connection -> findNamed(connection, idOrName));
    }

    @Override
    public Optional<String> advertisedToken(Instant now) {
        return database.read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(ADVERTISED)) {
                statement.setLong(1, now.toEpochMilli());
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public Optional<byte[]> tokenHash(String id) {
        return database.read(connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT token_hash FROM api_key WHERE id = ?")) {
                statement.setString(1, id);
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public Optional<ApiKey> change(String id, UnaryOperator<KeyTerms> change) {
        return changing(connection -> {
            Optional<ApiKey> valid = find(connection, "revoked_at IS NULL AND id", id);
            if (valid.isPresent()) {
                KeyRows.updateTerms(connection, id, change.apply(valid.get().terms()));
            }
            return valid.isPresent() ? find(connection, "id", id) : valid;
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
                return statement.executeUpdate() == 1 ? find(connection, "id", id) : Optional.empty();
            }
        });
    }

    @Override
    public Optional<ApiKey> revoke(String idOrName, Instant now) {
        return changing(connection -> {
            Optional<ApiKey> key = findNamed(connection, idOrName).filter(found -> found.revokedAt() == null);
            if (key.isEmpty()) {
                return key;
            }
            update(
                    connection,
                    "UPDATE api_key SET revoked_at = ? WHERE id = ?",
                    key.get().id(),
                    now);
            return find(connection, "id", key.get().id());
        });
    }

    @Override
    public Optional<ApiKey> erase(String id, Instant now) {
        return changing(connection -> {
            update(connection, ERASE, id, now);
            return find(connection, "id", id);
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

    private static Optional<ApiKey> match(PreparedStatement statement, int column, byte[] tokenHash)
            throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() && MessageDigest.isEqual(rows.getBytes(column), tokenHash)
                    ? Optional.of(KeyRows.read(rows))
                    : Optional.empty();
        }
    }

    private static Optional<ApiKey> findNamed(Connection connection, String idOrName) throws SQLException {
        Optional<ApiKey> key = find(connection, "id", idOrName);
        return key.isPresent() ? key : find(connection, "revoked_at IS NULL AND name", idOrName);
    }

    private static void update(Connection connection, String sql, String id, Instant now) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, now.toEpochMilli());
            statement.setString(2, id);
            statement.executeUpdate();
        }
    }

    private static Optional<ApiKey> find(Connection connection, String condition, String value) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(KeyRows.SELECT + "WHERE " + condition + " = ?")) {
            statement.setString(1, value);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(KeyRows.read(rows)) : Optional.empty();
            }
        }
    }
}
