package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import dev.olp.audit.UsageSum;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The tables {@code usage_hour} and {@code usage_day}. For one connection and one thread. */
final class UsageSums implements AutoCloseable {
    private static final String COLUMNS = "start, key_id, provider, model, requests, errors, input_tokens,"
            + " cached_tokens, output_tokens, reasoning_tokens, cost_micros, cache_hits, cache_attached, cache_misses";

    private final PreparedStatement hour;
    private final PreparedStatement day;

    UsageSums(Connection connection) throws SQLException {
        hour = connection.prepareStatement(add(UsageSum.Span.HOUR));
        day = connection.prepareStatement(add(UsageSum.Span.DAY));
    }

    private static String add(UsageSum.Span span) {
        return "INSERT INTO " + table(span) + " (" + COLUMNS + ") VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                + " ON CONFLICT DO UPDATE SET requests = requests + 1, errors = errors + excluded.errors,"
                + " input_tokens = input_tokens + excluded.input_tokens,"
                + " cached_tokens = cached_tokens + excluded.cached_tokens,"
                + " output_tokens = output_tokens + excluded.output_tokens,"
                + " reasoning_tokens = reasoning_tokens + excluded.reasoning_tokens,"
                + " cost_micros = cost_micros + excluded.cost_micros,"
                + " cache_hits = cache_hits + excluded.cache_hits,"
                + " cache_attached = cache_attached + excluded.cache_attached,"
                + " cache_misses = cache_misses + excluded.cache_misses";
    }

    private static String table(UsageSum.Span span) {
        return "usage_" + span.name().toLowerCase(Locale.ROOT);
    }

    void add(AuditRecord row) throws SQLException {
        add(hour, row, Duration.ofHours(1).toMillis());
        add(day, row, Duration.ofDays(1).toMillis());
    }

    private static void add(PreparedStatement statement, AuditRecord row, long length) throws SQLException {
        long at = row.at().toEpochMilli();
        statement.setLong(1, at - Math.floorMod(at, length));
        statement.setString(2, orEmpty(row.keyId()));
        statement.setString(3, orEmpty(row.provider()));
        statement.setString(4, orEmpty(row.servedModel()));
        statement.setInt(5, row.outcome() == Outcome.SUCCESS ? 0 : 1);
        statement.setLong(6, row.inputTokens());
        statement.setLong(7, row.cachedTokens());
        statement.setLong(8, row.outputTokens());
        statement.setLong(9, row.reasoningTokens());
        statement.setLong(10, row.costMicros() == null ? 0 : row.costMicros());
        String cache = row.cacheStatus();
        statement.setInt(11, "hit".equals(cache) ? 1 : 0);
        statement.setInt(12, "attached".equals(cache) ? 1 : 0);
        statement.setInt(13, "miss".equals(cache) ? 1 : 0);
        statement.executeUpdate();
    }

    static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    static String query(UsageSum.Span span) {
        return "SELECT " + COLUMNS + " FROM " + table(span)
                + " WHERE start >= ? AND start < ? ORDER BY start, key_id, provider, model";
    }

    /** With the parameters of {@link #query}. */
    static String totals(UsageSum.Span span, UsageSum.By by) {
        String group = by == UsageSum.By.PROVIDER ? "?1, '', provider, ''" : "start, '', '', ''";
        return "SELECT " + group + ", sum(requests), sum(errors), sum(input_tokens), sum(cached_tokens),"
                + " sum(output_tokens), sum(reasoning_tokens), sum(cost_micros), sum(cache_hits), sum(cache_attached),"
                + " sum(cache_misses) FROM " + table(span) + " WHERE start >= ?1 AND start < ?2 GROUP BY "
                + (by == UsageSum.By.PROVIDER ? "provider" : "start") + " ORDER BY 1, 3";
    }

    static List<UsageSum> of(Connection connection, String query, Instant from, Instant to) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            select.setLong(1, from.toEpochMilli());
            select.setLong(2, to.toEpochMilli());
            try (ResultSet rows = select.executeQuery()) {
                List<UsageSum> sums = new ArrayList<>();
                while (rows.next()) {
                    sums.add(new UsageSum(
                            Instant.ofEpochMilli(rows.getLong(1)),
                            rows.getString(2),
                            rows.getString(3),
                            rows.getString(4),
                            rows.getLong(5),
                            rows.getLong(6),
                            rows.getLong(7),
                            rows.getLong(8),
                            rows.getLong(9),
                            rows.getLong(10),
                            rows.getLong(11),
                            rows.getLong(12),
                            rows.getLong(13),
                            rows.getLong(14)));
                }
                return List.copyOf(sums);
            }
        }
    }

    /** Hours go with the rows that they are of; days stay. */
    static void dropHours(Connection connection, Instant before) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM usage_hour WHERE start < ?")) {
            delete.setLong(1, before.toEpochMilli());
            delete.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        hour.close();
        day.close();
    }
}
