package dev.olp.features.support;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Another program that writes to a server's audit database and does not end; closing it lets go. */
public final class LockedAudit implements AutoCloseable {
    private final Connection connection;

    private LockedAudit(Connection connection) {
        this.connection = connection;
    }

    public static LockedAudit of(Path home) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("audit.db"));
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            return new LockedAudit(connection);
        } catch (SQLException failure) {
            connection.close();
            throw failure;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
