package dev.olp.store.sqlite;

import dev.olp.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One database file: a writer connection, and a read-only one that does not wait for it (WAL). Each is used by one
 * thread at a time. No pool: SQLite has one writer, a look-up takes microseconds, and HikariCP with jdbi costs a Pi
 * 10 MB and 150 ms of its start (measured with an AOT cache; 450 ms without).
 */
public final class SqliteDatabase implements AutoCloseable {
    private final Path file;
    private final Connection writer;
    private final Connection reader;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock reading = new ReentrantLock();

    private SqliteDatabase(Path file, Connection writer, Connection reader) {
        this.file = file;
        this.writer = writer;
        this.reader = reader;
    }

    /**
     * Opens the file, made (0600) and migrated if need be.
     *
     * @throws StoreException when it is unreadable, damaged or from a newer OLP; one line
     */
    public static SqliteDatabase open(Path file, Schema schema) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new StoreException(file + " is not a file: move it away");
            }
            PrivateFiles.prepare(file);
        } catch (IOException failure) {
            throw new StoreException(file + " cannot be opened or written: " + failure.getMessage(), failure);
        }
        Connection writer = null;
        try {
            writer = Connections.writer(file, schema);
            Migrations.bringUpToDate(file, schema, writer);
            return new SqliteDatabase(file, writer, Connections.reader(file));
        } catch (SQLException failure) {
            closeAfter(failure, writer);
            throw Failures.of(file, failure);
        } catch (StoreException failure) {
            closeAfter(failure, writer);
            throw failure;
        }
    }

    /** Runs on the read-only connection; each statement sees all that any process has committed before it. */
    <T> T read(SqlFunction<Connection, T> work) {
        reading.lock();
        try {
            return work.apply(reader);
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        } finally {
            reading.unlock();
        }
    }

    /** Runs in one transaction of the writer; all of it or nothing. */
    <T> T write(SqlFunction<Connection, T> work) {
        try {
            return tryWrite(work);
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        }
    }

    /** As {@link #write}, for callers that tell SQLite's faults apart. */
    <T> T tryWrite(SqlFunction<Connection, T> work) throws SQLException {
        writing.lock();
        try {
            try {
                writer.setAutoCommit(false);
                T result = work.apply(writer);
                writer.commit();
                writer.setAutoCommit(true);
                return result;
            } catch (SQLException | RuntimeException failure) {
                endAfter(failure, writer::rollback);
                // the driver takes a transaction for begun that could not begin: the next one would commit each
                // statement
                endAfter(failure, () -> writer.setAutoCommit(true));
                throw failure;
            }
        } finally {
            writing.unlock();
        }
    }

    /** Runs on the writer outside of any transaction. */
    <T> T direct(SqlFunction<Connection, T> work) {
        writing.lock();
        try {
            return work.apply(writer);
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        } finally {
            writing.unlock();
        }
    }

    StoreException fault(SQLException failure) {
        return Failures.of(file, failure);
    }

    @Override
    public void close() {
        writing.lock();
        reading.lock();
        try {
            try {
                reader.close();
            } finally {
                writer.close();
            }
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        } finally {
            reading.unlock();
            writing.unlock();
        }
    }

    private static void endAfter(Exception failure, SqlStep step) {
        try {
            step.run();
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }

    @FunctionalInterface
    private interface SqlStep {
        void run() throws SQLException;
    }

    private static void closeAfter(Exception failure, @Nullable Connection connection) {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (SQLException second) {
            failure.addSuppressed(second);
        }
    }
}
