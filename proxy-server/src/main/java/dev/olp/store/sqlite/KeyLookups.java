package dev.olp.store.sqlite;

import dev.olp.auth.ApiKey;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How keys are found. One of these belongs to one read-only connection, and to whoever has that connection's lock. */
final class KeyLookups {
    private static final String CURRENT = KeyRows.SELECT + "WHERE token_hash = ?";
    private static final String PREVIOUS = KeyRows.SELECT + "WHERE previous_token_hash = ? AND grace_ends_at > ?";
    private static final String ADVERTISED = """
            SELECT advertised_token FROM api_key WHERE advertised_token IS NOT NULL AND revoked_at IS NULL
                AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at LIMIT 1""";

    // kept prepared: compiling a statement costs several times what running it does
    private @Nullable PreparedStatement current;
    private @Nullable PreparedStatement previous;

    /** Each request's look-up; an old token in its grace pays for a second one. */
    Optional<ApiKey> findByHash(Connection connection, byte[] tokenHash, Instant now) throws SQLException {
        if (current == null) {
            current = connection.prepareStatement(CURRENT);
        }
        current.setBytes(1, tokenHash);
        Optional<ApiKey> found = match(current, KeyRows.HASH_COLUMN, tokenHash);
        if (found.isPresent()) {
            return found;
        }
        if (previous == null) {
            previous = connection.prepareStatement(PREVIOUS);
        }
        previous.setBytes(1, tokenHash);
        previous.setLong(2, now.toEpochMilli());
        return match(previous, KeyRows.PREVIOUS_HASH_COLUMN, tokenHash);
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

    private static Optional<ApiKey> match(PreparedStatement statement, int column, byte[] tokenHash)
            throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() && MessageDigest.isEqual(rows.getBytes(column), tokenHash)
                    ? Optional.of(KeyRows.read(rows))
                    : Optional.empty();
        }
    }
}
