package dev.olp.store.sqlite;

import dev.olp.auth.ApiKey;
import dev.olp.auth.KeyNames;
import dev.olp.auth.KeyStore;
import dev.olp.auth.Tier;
import dev.olp.store.StoreException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys in {@code olp.db}. Nothing of a key is cached, so that a revocation by any process holds from the next look-up
 * on. Uses are noted in memory and written together, at most every {@link #TOUCH_INTERVAL}.
 */
public final class SqliteKeyStore implements KeyStore, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteKeyStore.class);

    /** How stale {@code last_used_at} may be on disk. */
    static final Duration TOUCH_INTERVAL = Duration.ofSeconds(60);

    private static final String COLUMNS =
            "id, name, tier, created_at, expires_at, revoked_at, last_used_at, token_hash";
    private static final int HASH_COLUMN = 8;

    private final SqliteDatabase database;
    private final Supplier<String> ids;
    private final Map<String, Instant> touched = new ConcurrentHashMap<>();
    private final AtomicLong touchesWrittenAt = new AtomicLong(Long.MIN_VALUE);
    private @Nullable PreparedStatement findByHash;

    /**
     * @param database of {@link Schema#KEYS}; closed with this store
     * @param ids makes new keys' ids
     */
    public SqliteKeyStore(SqliteDatabase database, Supplier<String> ids) {
        this.database = database;
        this.ids = ids;
    }

    @Override
    public ApiKey create(String name, Tier tier, byte[] tokenHash, @Nullable Instant expiresAt, Instant now) {
        KeyNames.check(name);
        if (tier == Tier.ANONYMOUS) {
            throw new IllegalArgumentException("tier: anonymous (expected: owner or guest)");
        }
        String id = ids.get();
        try {
            database.tryWrite(connection -> insert(connection, id, name, tier, tokenHash, expiresAt, now));
        } catch (SQLException failure) {
            if (Failures.isUniqueViolation(failure)) {
                throw new IllegalArgumentException("name: a valid key is already named \"" + name + "\"", failure);
            }
            throw database.fault(failure);
        }
        return findByHash(tokenHash).orElseThrow();
    }

    @Override
    public List<ApiKey> list() {
        writeTouches();
        return database.read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                            "SELECT " + COLUMNS + " FROM api_key ORDER BY created_at, rowid");
                    ResultSet rows = statement.executeQuery()) {
                List<ApiKey> keys = new ArrayList<>();
                while (rows.next()) {
                    keys.add(key(rows));
                }
                return List.copyOf(keys);
            }
        });
    }

    @Override
    public Optional<ApiKey> findByHash(byte[] tokenHash) {
        return database.read(connection -> {
            // kept prepared: compiling the statement costs several times what running it does
            PreparedStatement statement = findByHash;
            if (statement == null) {
                statement = connection.prepareStatement("SELECT " + COLUMNS + " FROM api_key WHERE token_hash = ?");
                findByHash = statement;
            }
            statement.setBytes(1, tokenHash);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() && MessageDigest.isEqual(rows.getBytes(HASH_COLUMN), tokenHash)
                        ? Optional.of(key(rows))
                        : Optional.empty();
            }
        });
    }

    @Override
    public Optional<ApiKey> revoke(String idOrName, Instant now) {
        return database.write(connection -> {
            Optional<ApiKey> key = findValid(connection, "id", idOrName);
            if (key.isEmpty()) {
                key = findValid(connection, "name", idOrName);
            }
            if (key.isEmpty()) {
                return key;
            }
            try (PreparedStatement statement =
                    connection.prepareStatement("UPDATE api_key SET revoked_at = ? WHERE id = ?")) {
                statement.setLong(1, now.toEpochMilli());
                statement.setString(2, key.get().id());
                statement.executeUpdate();
            }
            return find(connection, "id = ?", key.get().id());
        });
    }

    @Override
    public void touch(String id, Instant now) {
        touched.merge(id, now, (before, after) -> after.isAfter(before) ? after : before);
        long due = touchesWrittenAt.get();
        long at = now.toEpochMilli();
        if (due == Long.MIN_VALUE) {
            touchesWrittenAt.compareAndSet(due, at);
        } else if (Math.abs(at - due) >= TOUCH_INTERVAL.toMillis() && touchesWrittenAt.compareAndSet(due, at)) {
            try {
                writeTouches();
            } catch (StoreException e) {
                // the batch is kept for the next time; whoever just proved who he is must not suffer for it
                LOG.atWarn().addKeyValue("cause", e.getMessage()).log("last uses could not be noted");
            }
        }
    }

    @Override
    public void close() {
        try {
            writeTouches();
        } finally {
            database.close();
        }
    }

    private void writeTouches() {
        if (touched.isEmpty()) {
            return;
        }
        Map<String, Instant> batch = Map.copyOf(touched);
        database.write(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "UPDATE api_key SET last_used_at = max(ifnull(last_used_at, 0), ?) WHERE id = ?")) {
                for (Map.Entry<String, Instant> use : batch.entrySet()) {
                    statement.setLong(1, use.getValue().toEpochMilli());
                    statement.setString(2, use.getKey());
                    statement.addBatch();
                }
                return statement.executeBatch();
            }
        });
        batch.forEach(touched::remove);
    }

    private static int insert(
            Connection connection,
            String id,
            String name,
            Tier tier,
            byte[] tokenHash,
            @Nullable Instant expiresAt,
            Instant now)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO api_key (id, name, tier, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)")) {
            statement.setString(1, id);
            statement.setString(2, name);
            statement.setString(3, tier.name().toLowerCase(Locale.ROOT));
            statement.setBytes(4, tokenHash);
            statement.setLong(5, now.toEpochMilli());
            statement.setObject(6, expiresAt == null ? null : expiresAt.toEpochMilli());
            return statement.executeUpdate();
        }
    }

    private static Optional<ApiKey> findValid(Connection connection, String column, String value) throws SQLException {
        return find(connection, column + " = ? AND revoked_at IS NULL", value);
    }

    private static Optional<ApiKey> find(Connection connection, String condition, String value) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT " + COLUMNS + " FROM api_key WHERE " + condition)) {
            statement.setString(1, value);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(key(rows)) : Optional.empty();
            }
        }
    }

    /** By position, as in {@link #COLUMNS}: looking a column up by its name is half the cost of a look-up. */
    private static ApiKey key(ResultSet row) throws SQLException {
        return new ApiKey(
                row.getString(1),
                row.getString(2),
                Tier.valueOf(row.getString(3).toUpperCase(Locale.ROOT)),
                Instant.ofEpochMilli(row.getLong(4)),
                instant(row, 5),
                instant(row, 6),
                instant(row, 7));
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(value);
    }
}
