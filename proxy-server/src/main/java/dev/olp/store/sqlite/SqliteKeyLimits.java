package dev.olp.store.sqlite;

import dev.olp.limits.KeyLimits;
import dev.olp.limits.OwnLimits;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Collections;

/** Keys' own limits in {@code olp.db}; nothing of them is cached. */
public final class SqliteKeyLimits implements KeyLimits {
    private static final String SELECT = "SELECT " + LimitColumns.names("") + " FROM key_limit WHERE key_id = ?";
    private static final String REPLACE = "REPLACE INTO key_limit (key_id, " + LimitColumns.names("") + ") VALUES (?, "
            + String.join(", ", Collections.nCopies(LimitColumns.COUNT, "?")) + ")";

    private final SqliteDatabase database;

    /** @param database of {@link Schema#KEYS}; not closed here */
    public SqliteKeyLimits(SqliteDatabase database) {
        this.database = database;
    }

    @Override
    public OwnLimits of(String keyId) {
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT)) {
                select.setString(1, keyId);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next() ? LimitColumns.read(rows, 1) : OwnLimits.NONE;
                }
            }
        });
    }

    @Override
    public void set(String keyId, OwnLimits limits) {
        if (limits.isEmpty()) {
            delete("key_limit", keyId);
            return;
        }
        database.write(connection -> {
            try (PreparedStatement replace = connection.prepareStatement(REPLACE)) {
                replace.setString(1, keyId);
                LimitColumns.bind(replace, 2, limits);
                return replace.executeUpdate();
            }
        });
    }

    @Override
    public void forget(String keyId) {
        delete("key_limit", keyId);
        delete("key_usage", keyId);
    }

    private void delete(String table, String keyId) {
        database.write(connection -> {
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE key_id = ?")) {
                delete.setString(1, keyId);
                return delete.executeUpdate();
            }
        });
    }
}
