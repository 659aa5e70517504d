package dev.olp.store.sqlite;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditPage;
import dev.olp.audit.AuditPage.Cursor;
import dev.olp.audit.AuditRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is asked of the rows. */
final class AuditQueries {
    private static final int AT_ONCE = 1_000;

    private AuditQueries() {}

    static List<AuditRecord> latest(Connection connection, int count) throws SQLException {
        return rows(connection, AuditRows.LATEST, Math.max(0, count));
    }

    static Optional<AuditRecord> find(Connection connection, String requestId) throws SQLException {
        return rows(connection, AuditRows.FIND, requestId).stream().findFirst();
    }

    static AuditPage page(Connection connection, AuditFilter filter, @Nullable Cursor after, int limit)
            throws SQLException {
        PageQuery query = PageQuery.of(filter, after);
        try (PreparedStatement select = connection.prepareStatement(query.sql())) {
            int place = 1;
            for (Object parameter : query.parameters()) {
                select.setObject(place++, parameter);
            }
            select.setInt(place, limit + 1);
            List<AuditRecord> found = new ArrayList<>();
            Cursor last = null;
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    if (found.size() == limit) {
                        return new AuditPage(found, last);
                    }
                    AuditRecord row = AuditRows.read(rows);
                    found.add(row);
                    last = new Cursor(row.at(), rows.getLong("sequence"));
                }
            }
            return new AuditPage(found, null);
        }
    }

    /** Hands on all rows, the oldest first, a thousand at a time. */
    static void each(Connection connection, Consumer<AuditRecord> taker) throws SQLException {
        long last = Long.MIN_VALUE;
        int found;
        do {
            found = 0;
            try (PreparedStatement select = connection.prepareStatement(AuditRows.AFTER)) {
                select.setLong(1, last);
                select.setInt(2, AT_ONCE);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        taker.accept(AuditRows.read(rows));
                        last = rows.getLong("sequence");
                        found++;
                    }
                }
            }
        } while (found == AT_ONCE);
    }

    static List<AuditRecord> admissions(Connection connection) throws SQLException {
        return rows(connection, AuditRows.ADMISSIONS);
    }

    private static List<AuditRecord> rows(Connection connection, String query, Object... parameters)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            Columns.bind(select, parameters);
            try (ResultSet rows = select.executeQuery()) {
                List<AuditRecord> found = new ArrayList<>();
                while (rows.next()) {
                    found.add(AuditRows.read(rows));
                }
                return List.copyOf(found);
            }
        }
    }
}
