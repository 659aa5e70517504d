package dev.olp.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Blanks what is personal of one key. */
public final class AuditErasure {
    private static final String BLANK = " SET key_name = NULL, user_hash = NULL, client_address = NULL";

    private AuditErasure() {}

    /** Returns the number of rows of the key. */
    public static int run(SqliteDatabase database, AuditSeals seals, String keyId) {
        int rows = database.write(connection -> {
            Segment newest = SegmentTable.newest(connection);
            long upTo = newest == null ? 0 : newest.last();
            update(connection, "UPDATE admission" + BLANK + " WHERE key_id = ?", keyId);
            int blanked =
                    update(connection, "UPDATE request" + BLANK + ", personal_salt = NULL WHERE key_id = ?", keyId);
            try (PreparedStatement note = connection.prepareStatement(
                    "INSERT OR REPLACE INTO erasure (key_id, up_to_sequence, seal) VALUES (?, ?, ?)")) {
                note.setString(1, keyId);
                note.setLong(2, upTo);
                note.setBytes(3, seals.seal("erased", keyId, upTo));
                note.executeUpdate();
            }
            return blanked;
        });
        // the old pages are in the write-ahead log until then
        pragma(database, "wal_checkpoint(TRUNCATE)");
        return rows;
    }

    private static int update(Connection connection, String sql, String keyId) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setString(1, keyId);
            return update.executeUpdate();
        }
    }

    private static void pragma(SqliteDatabase database, String pragma) {
        database.direct(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("PRAGMA " + pragma);
            }
        });
    }
}
