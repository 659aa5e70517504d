package dev.olp.store.sqlite;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What JDBC has no words for: numbers that may be null, and times as milliseconds since 1970. */
final class Columns {
    private Columns() {}

    static @Nullable Long number(ResultSet row, String column) throws SQLException {
        return number(row, row.findColumn(column));
    }

    /** By position, which is faster. */
    static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        return instant(row, row.findColumn(column));
    }

    /** By position, which is faster. */
    static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        Long millis = number(row, column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli();
    }

    /** Binds all parameters of a statement. */
    static void bind(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
