package dev.olp.store.sqlite;

import dev.olp.limits.KeyUsage;
import dev.olp.limits.MinuteCount;
import dev.olp.limits.OwnLimits;
import dev.olp.limits.WindowCount;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;

/**
 * Between {@link KeyUsage} and the table {@code key_usage}. What a decision needs is one row: use, and the key's own
 * limits beside it. By position: looking a column up by its name is half the cost of a look-up.
 */
final class UsageRows {
    static final String SELECT = "SELECT u.minute,"
            + " u.day, u.day_requests, u.day_tokens, u.day_micro_usd,"
            + " u.week, u.week_requests, u.week_tokens, u.week_micro_usd,"
            + " u.month, u.month_requests, u.month_tokens, u.month_micro_usd, " + LimitColumns.names("l.")
            + " FROM (SELECT ? AS id) AS k LEFT JOIN key_usage AS u ON u.key_id = k.id"
            + " LEFT JOIN key_limit AS l ON l.key_id = k.id";

    static final String REPLACE = "REPLACE INTO key_usage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final int MINUTE = 1;
    private static final int DAY = 2;
    private static final int WEEK = 6;
    private static final int MONTH = 10;
    private static final int LIMITS = 14;

    private UsageRows() {}

    /** A row of {@link #SELECT}. */
    record Row(KeyUsage usage, OwnLimits limits) {}

    static Row read(ResultSet row) throws SQLException {
        byte[] minute = row.getBytes(MINUTE);
        KeyUsage usage = minute == null
                ? KeyUsage.NOTHING
                : new KeyUsage(MinuteCount.of(minute), window(row, DAY), window(row, WEEK), window(row, MONTH));
        return new Row(usage, LimitColumns.read(row, LIMITS));
    }

    static void bind(PreparedStatement replace, String keyId, KeyUsage usage) throws SQLException {
        replace.setString(1, keyId);
        replace.setBytes(1 + MINUTE, usage.minute().toBytes());
        bind(replace, 1 + DAY, usage.day());
        bind(replace, 1 + WEEK, usage.week());
        bind(replace, 1 + MONTH, usage.month());
    }

    private static WindowCount window(ResultSet row, int first) throws SQLException {
        return new WindowCount(
                LocalDate.ofEpochDay(row.getLong(first)),
                row.getLong(first + 1),
                row.getLong(first + 2),
                row.getLong(first + 3));
    }

    private static void bind(PreparedStatement replace, int first, WindowCount count) throws SQLException {
        replace.setLong(first, count.firstDay().toEpochDay());
        replace.setLong(first + 1, count.requests());
        replace.setLong(first + 2, count.tokens());
        replace.setLong(first + 3, count.microUsd());
    }
}
