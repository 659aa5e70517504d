package dev.olp.store.sqlite;

import dev.olp.store.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Brings a database to our schema. Flyway is loaded only when the file's {@code user_version} says that there is
 * something to do: it costs 140 ms and 10 MB with an AOT cache (570 ms and 14 MB without), which a start on a Pi would
 * pay every time for nothing.
 */
final class Migrations {
    private Migrations() {}

    static void bringUpToDate(Path file, Schema schema, Connection connection) throws SQLException {
        if (isCurrent(file, schema, connection)) {
            return;
        }
        Path lockFile = file.resolveSibling(file.getFileName() + ".migrate");
        // Flyway takes no lock of its own on SQLite: two first starts at once would both migrate
        try (FileChannel channel = PrivateFiles.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !isCurrent(file, schema, connection)) {
                run(file, schema);
            }
        } catch (IOException failure) {
            throw new StoreException(file + " could not be locked for its migration: " + failure.getMessage(), failure);
        }
    }

    private static boolean isCurrent(Path file, Schema schema, Connection connection) throws SQLException {
        int found = Connections.userVersion(connection);
        if (found > schema.version()) {
            throw new StoreException(
                    "%s was written by a newer OLP (schema %d, this one knows up to %d): update OLP, or restore a backup"
                            .formatted(file, found, schema.version()));
        }
        return found == schema.version();
    }

    private static void run(Path file, Schema schema) {
        try {
            Flyway.configure()
                    .dataSource(Connections.url(file), null, null)
                    .locations("classpath:" + schema.migrations())
                    .failOnMissingLocations(true)
                    .loggers("slf4j")
                    .load()
                    .migrate();
        } catch (FlywayException failure) {
            throw new StoreException(
                    file + " could not be migrated: " + Failures.firstLine(failure.getMessage()), failure);
        }
    }
}
