package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is asked of the rows. */
final class AuditQueries {
    private AuditQueries() {}

    static List<AuditRecord> latest(Connection connection, int count) throws SQLException {
        return rows(connection, AuditRows.LATEST, Math.max(0, count));
    }

    static Optional<AuditRecord> find(Connection connection, String requestId) throws SQLException {
        return rows(connection, AuditRows.FIND, requestId).stream().findFirst();
    }

    static List<AuditRecord> admissions(Connection connection) throws SQLException {
        return rows(connection, AuditRows.ADMISSIONS);
    }

    private static List<AuditRecord> rows(Connection connection, String query, Object... parameters)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setObject(i + 1, parameters[i]);
            }
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
