package dev.olp.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** One-time links of keys. Each statement asks again whether the key is valid and the link still good. */
final class KeyInvitations {
    private static final String OPEN = "invite_hash = ? AND invite_ends_at > ? AND revoked_at IS NULL";
    private static final String MAKE =
            "UPDATE api_key SET invite_hash = ?, invite_ends_at = ? WHERE id = ? AND revoked_at IS NULL";
    private static final String REDEEM = """
            UPDATE api_key SET token_hash = ?, rotated_at = ?, previous_token_hash = NULL, grace_ends_at = NULL,
                advertised_token = NULL, invite_hash = NULL, invite_ends_at = NULL
            WHERE id = ?""";

    private KeyInvitations() {}

    static boolean make(Connection connection, String id, byte[] codeHash, Instant ends) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(MAKE)) {
            statement.setBytes(1, codeHash);
            statement.setLong(2, ends.toEpochMilli());
            statement.setString(3, id);
            return statement.executeUpdate() == 1;
        }
    }

    /** The id of the key that the link is for. */
    static Optional<String> find(Connection connection, byte[] codeHash, Instant now) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT id FROM api_key WHERE " + OPEN)) {
            statement.setBytes(1, codeHash);
            statement.setLong(2, now.toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        }
    }

    /** In a transaction that has the write lock already, so of two at once only one finds the link. */
    static Optional<String> redeem(Connection connection, byte[] codeHash, byte[] tokenHash, Instant now)
            throws SQLException {
        Optional<String> id = find(connection, codeHash, now);
        if (id.isPresent()) {
            try (PreparedStatement statement = connection.prepareStatement(REDEEM)) {
                statement.setBytes(1, tokenHash);
                statement.setLong(2, now.toEpochMilli());
                statement.setString(3, id.get());
                statement.executeUpdate();
            }
        }
        return id;
    }
}
