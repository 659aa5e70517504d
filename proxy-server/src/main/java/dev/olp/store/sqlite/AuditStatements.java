package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What the writer says to the database, prepared once. For one connection and one thread. */
final class AuditStatements implements AutoCloseable {
    private final PreparedStatement insert;
    private final PreparedStatement admit;
    private final PreparedStatement endAdmission;

    AuditStatements(Connection connection) throws SQLException {
        insert = connection.prepareStatement(AuditRows.INSERT);
        admit = connection.prepareStatement(AuditRows.ADMIT);
        endAdmission = connection.prepareStatement(AuditRows.END_ADMISSION);
    }

    void admit(AuditRecord ifInterrupted) throws SQLException {
        AuditRows.bind(admit, ifInterrupted);
        admit.executeUpdate();
    }

    /** Writes the row and ends its admission; false when the request has one already. */
    boolean append(AuditRecord row) throws SQLException {
        AuditRows.bind(insert, row);
        boolean written = insert.executeUpdate() > 0;
        endAdmission.setString(1, row.requestId());
        endAdmission.executeUpdate();
        return written;
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        admit.close();
        endAdmission.close();
    }
}
