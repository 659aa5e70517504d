package dev.olp.store.sqlite;

import dev.olp.auth.ApiKey;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How keys are found. One of these belongs to one read-only connection, and to whoever has that connection's lock. */
final class KeyLookups {
    private static final String REVISION = "SELECT id, revision FROM api_key WHERE token_hash = ?";
    private static final String CURRENT = KeyRows.SELECT + "WHERE token_hash = ?";
    private static final String PREVIOUS = KeyRows.SELECT + "WHERE previous_token_hash = ? AND grace_ends_at > ?";
    private static final String ADVERTISED = """
            SELECT advertised_token FROM api_key WHERE advertised_token IS NOT NULL AND revoked_at IS NULL
                AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at LIMIT 1""";

    private static final int MOST_KNOWN = 1_024;

    // kept prepared: compiling a statement costs several times what running it does
    private @Nullable PreparedStatement revision;
    private @Nullable PreparedStatement current;
    private @Nullable PreparedStatement previous;

    /** What was read of keys, by id: the file is asked each time whether that is still what it holds. */
    private final Map<String, Known> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > MOST_KNOWN;
        }
    };

    private record Known(long revision, byte[] tokenHash, ApiKey key) {}

    /** Each request's look-up; an old token in its grace pays for more of them. Its last use may be an old one. */
    Optional<ApiKey> findByHash(Connection connection, byte[] tokenHash, Instant now) throws SQLException {
        if (revision == null) {
            revision = connection.prepareStatement(REVISION);
        }
        revision.setBytes(1, tokenHash);
        String id;
        long at;
        try (ResultSet rows = revision.executeQuery()) {
            if (!rows.next()) {
                return findPrevious(connection, tokenHash, now);
            }
            id = rows.getString(1);
            at = rows.getLong(2);
        }
        Known before = known.get(id);
        if (before != null && before.revision == at && MessageDigest.isEqual(before.tokenHash, tokenHash)) {
            return Optional.of(before.key);
        }
        return readCurrent(connection, tokenHash);
    }

    private Optional<ApiKey> readCurrent(Connection connection, byte[] tokenHash) throws SQLException {
        if (current == null) {
            current = connection.prepareStatement(CURRENT);
        }
        current.setBytes(1, tokenHash);
        try (ResultSet rows = current.executeQuery()) {
            if (!rows.next() || !MessageDigest.isEqual(rows.getBytes(KeyRows.HASH_COLUMN), tokenHash)) {
                return Optional.empty();
            }
            ApiKey key = KeyRows.read(rows);
            known.put(key.id(), new Known(rows.getLong(KeyRows.REVISION_COLUMN), tokenHash.clone(), key));
            return Optional.of(key);
        }
    }

    private Optional<ApiKey> findPrevious(Connection connection, byte[] tokenHash, Instant now) throws SQLException {
        if (previous == null) {
            previous = connection.prepareStatement(PREVIOUS);
        }
        previous.setBytes(1, tokenHash);
        previous.setLong(2, now.toEpochMilli());
        try (ResultSet rows = previous.executeQuery()) {
            return rows.next() && MessageDigest.isEqual(rows.getBytes(KeyRows.PREVIOUS_HASH_COLUMN), tokenHash)
                    ? Optional.of(KeyRows.read(rows))
                    : Optional.empty();
        }
    }

    static Optional<ApiKey> findNamed(Connection connection, String idOrName) throws SQLException {
        Optional<ApiKey> key = find(connection, "id", idOrName);
        return key.isPresent() ? key : find(connection, "revoked_at IS NULL AND name", idOrName);
    }

    /** @param column a column's name, with conditions before it */
    static Optional<ApiKey> find(Connection connection, String column, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(KeyRows.SELECT + "WHERE " + column + " = ?")) {
            statement.setString(1, value);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(KeyRows.read(rows)) : Optional.empty();
            }
        }
    }

    static Optional<byte[]> tokenHash(Connection connection, String id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT token_hash FROM api_key WHERE id = ?")) {
            statement.setString(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
            }
        }
    }

    static Optional<String> advertisedToken(Connection connection, Instant now) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADVERTISED)) {
            statement.setLong(1, now.toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        }
    }
}
