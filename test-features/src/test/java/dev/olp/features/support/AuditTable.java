package dev.olp.features.support;

import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What the server wrote of its requests, read from outside while it runs. */
public final class AuditTable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private final OlpServer olp;

    public AuditTable(OlpServer olp) {
        this.olp = olp;
    }

    /** One row: values by column, as text. */
    public record Row(Map<String, @Nullable String> values) {
        /** A column's text; empty for null. */
        public String get(String column) {
            if (!values.containsKey(column)) {
                throw new IllegalArgumentException(column + " (expected: one of " + values.keySet() + ")");
            }
            String value = values.get(column);
            return value == null ? "" : value;
        }

        public int number(String column) {
            return Integer.parseInt(get(column));
        }
    }

    /** The row of the request with this {@code x-request-id}, once it is there. */
    public Row of(String requestId) {
        return first(row -> row.get("request_id").equals(requestId));
    }

    /** The newest row that fits, once there is one. */
    public Row first(Predicate<Row> fits) {
        return await().atMost(PATIENCE)
                .until(() -> all().reversed().stream().filter(fits).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    /** All rows, the oldest first. */
    public List<Row> all() throws SQLException {
        return all("*");
    }

    /**
     * All rows without what nobody asks for, where they are many.
     *
     * @param columns as SQL names them
     */
    public List<Row> all(String columns) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + olp.home().resolve("audit.db"));
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT " + columns + " FROM request ORDER BY sequence")) {
            List<Row> rows = new ArrayList<>();
            while (found.next()) {
                Map<String, @Nullable String> values = new LinkedHashMap<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    values.put(found.getMetaData().getColumnName(i), found.getString(i));
                }
                rows.add(new Row(values));
            }
            return rows;
        }
    }
}
