package dev.olp.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.sqlite.SQLiteConfig;

/** How connections to a database of ours are opened. */
final class Connections {
    /** How long a statement waits for another process's write before it gives up. */
    static final Duration BUSY_TIMEOUT = Duration.ofSeconds(5);

    private Connections() {}

    static Connection writer(Path file, Schema schema) throws SQLException {
        SQLiteConfig config = common();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.valueOf(schema.synchronous()));
        // what is deleted or blanked is overwritten, not only unlinked
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "ON");
        // IMMEDIATE: a transaction that will write takes the lock first, so that it never fails half way
        config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
        return DriverManager.getConnection(url(file), config.toProperties());
    }

    static Connection reader(Path file) throws SQLException {
        SQLiteConfig config = common();
        config.setReadOnly(true);
        return DriverManager.getConnection(url(file), config.toProperties());
    }

    static String url(Path file) {
        return "jdbc:sqlite:" + file;
    }

    /** The schema version that the file says it has; 0 for an empty one. */
    static int userVersion(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
            return rows.next() ? rows.getInt(1) : 0;
        }
    }

    private static SQLiteConfig common() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(Math.toIntExact(BUSY_TIMEOUT.toMillis()));
        config.enforceForeignKeys(true);
        // nobody asks for one, and the driver would ask after each insert
        config.setGetGeneratedKeys(false);
        return config;
    }
}
