package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditPage.Cursor;
import dev.olp.audit.Outcome;
import dev.olp.audit.UsageSum;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** At ten million rows a page may not read the table. */
class PageQueryTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path folder;

    @Test
    void no_page_scans_the_table_or_sorts_whatever_is_asked_for() throws SQLException {
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("audit.db"), Schema.AUDIT)) {
            for (AuditFilter filter : allFilters()) {
                for (@Nullable Cursor after : Arrays.asList(null, new Cursor(NOW, 17))) {
                    PageQuery query = PageQuery.of(filter, after);
                    List<Object> parameters = new ArrayList<>(query.parameters());
                    parameters.add(100);
                    assertThat(plan(database, query.sql(), parameters))
                            .as(filter.toString())
                            .singleElement()
                            .asString()
                            .startsWith("SEARCH request USING INDEX request_")
                            .contains("at>? AND at<?");
                }
            }
        }
    }

    @Test
    void what_may_be_rare_is_found_in_the_index_and_not_row_by_row() throws SQLException {
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("audit.db"), Schema.AUDIT)) {
            Map<String, List<String>> indexes = indexes(database);
            for (AuditFilter filter : allFilters()) {
                String sql = PageQuery.of(filter, null).sql();
                List<String> index = indexes.get(sql.replaceFirst("(?s).*INDEXED BY (\\w+) .*", "$1"));
                if (filter.keyId() != null) {
                    assertThat(index).as(sql).contains("key_id");
                }
                if (filter.model() != null) {
                    assertThat(index).as(sql).contains("served_model");
                }
                if (filter.outcome() == Outcome.REFUSED) {
                    assertThat(index).as(sql).contains("outcome");
                }
                if (filter.status() != null && filter.status() == 500) {
                    assertThat(index).as(sql).contains("status");
                }
            }
        }
    }

    private static Map<String, List<String>> indexes(SqliteDatabase database) throws SQLException {
        Map<String, List<String>> indexes = new HashMap<>();
        database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement("SELECT i.name, c.name FROM sqlite_master AS i"
                            + " JOIN pragma_index_info(i.name) AS c WHERE i.type = 'index' ORDER BY i.name, c.seqno");
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    indexes.computeIfAbsent(rows.getString(1), _ -> new ArrayList<>())
                            .add(rows.getString(2));
                }
                return indexes;
            }
        });
        return indexes;
    }

    @Test
    void looking_a_request_up_and_the_last_rows_and_sums_scan_nothing() throws SQLException {
        try (SqliteDatabase database = SqliteDatabase.open(folder.resolve("audit.db"), Schema.AUDIT)) {
            assertThat(plan(database, AuditRows.FIND, List.of("r-1")))
                    .singleElement()
                    .asString()
                    .startsWith("SEARCH request");
            assertThat(plan(database, AuditRows.AFTER, List.of(1L, 100)))
                    .singleElement()
                    .asString()
                    .startsWith("SEARCH request USING INTEGER PRIMARY KEY");
            for (UsageSum.Span span : UsageSum.Span.values()) {
                assertThat(plan(database, UsageSums.query(span), List.of(0L, 1L)))
                        .singleElement()
                        .asString()
                        .startsWith("SEARCH usage_");
                for (UsageSum.By by : UsageSum.By.values()) {
                    assertThat(plan(database, UsageSums.totals(span, by), List.of(0L, 1L))
                                    .getFirst())
                            .startsWith("SEARCH usage_");
                }
            }
            assertThat(plan(database, FallbackSums.QUERY, List.of(0L, 1L, 10)).getFirst())
                    .startsWith("SEARCH fallback_hour USING PRIMARY KEY");
        }
    }

    private static List<AuditFilter> allFilters() {
        List<AuditFilter> filters = new ArrayList<>();
        for (@Nullable String key : Arrays.asList(null, "key_1")) {
            for (@Nullable Outcome outcome : Arrays.asList(null, Outcome.SUCCESS, Outcome.REFUSED)) {
                for (@Nullable String model : Arrays.asList(null, "claude-sonnet-4-6")) {
                    for (@Nullable Integer status : Arrays.asList(null, 200, 500)) {
                        for (@Nullable Instant moment : Arrays.asList(null, NOW)) {
                            filters.add(new AuditFilter(key, outcome, model, status, moment, moment));
                        }
                    }
                }
            }
        }
        return filters;
    }

    private static List<String> plan(SqliteDatabase database, String sql, List<Object> parameters) throws SQLException {
        return database.read(connection -> explain(connection, sql, parameters));
    }

    private static List<String> explain(Connection connection, String sql, List<Object> parameters)
            throws SQLException {
        try (PreparedStatement explain = connection.prepareStatement("EXPLAIN QUERY PLAN " + sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                explain.setObject(i + 1, parameters.get(i));
            }
            List<String> steps = new ArrayList<>();
            try (ResultSet rows = explain.executeQuery()) {
                while (rows.next()) {
                    steps.add(rows.getString("detail"));
                }
            }
            return steps;
        }
    }
}
