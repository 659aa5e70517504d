package dev.olp.store.sqlite;

import dev.olp.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * One database file: a writer connection, and read-only ones that do not wait for it (WAL). Each is used by one thread
 * at a time. No pool: SQLite has one writer, a look-up takes microseconds, and HikariCP with jdbi costs a Pi
 * 10 MB and 150 ms of its start (measured with an AOT cache; 450 ms without).
 */
public final class SqliteDatabase implements AutoCloseable {
    /** Two requests are served in the same instant; a third waits some microseconds. */
    private static final int READERS = 2;

    private final Path file;
    private final Connection writer;
    private final List<Reader> readers;
    private final ReentrantLock writing = new ReentrantLock();

    /** A read-only connection, and the lock of who uses it. */
    private record Reader(Connection connection, ReentrantLock using) {}

    private SqliteDatabase(Path file, Connection writer, List<Reader> readers) {
        this.file = file;
        this.writer = writer;
        this.readers = List.copyOf(readers);
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
        List<Connection> opened = new ArrayList<>();
        try {
            Connection writer = Connections.writer(file, schema);
            opened.add(writer);
            Migrations.bringUpToDate(file, schema, writer);
            List<Reader> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                Connection reader = Connections.reader(file);
                opened.add(reader);
                readers.add(new Reader(reader, new ReentrantLock()));
            }
            return new SqliteDatabase(file, writer, readers);
        } catch (SQLException failure) {
            closeAfter(failure, opened);
            throw Failures.of(file, failure);
        } catch (StoreException failure) {
            closeAfter(failure, opened);
            throw failure;
        }
    }

    /** Runs on a read-only connection; each statement sees all that any process has committed before it. */
    <T> T read(SqlFunction<Connection, T> work) {
        Reader reader = taken();
        try {
            return work.apply(reader.connection);
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        } finally {
            reader.using.unlock();
        }
    }

    /** A reader whose lock is ours now: one that is free, else the first once it is. */
    private Reader taken() {
        for (Reader reader : readers) {
            if (reader.using.tryLock()) {
                return reader;
            }
        }
        Reader first = readers.getFirst();
        first.using.lock();
        return first;
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
        readers.forEach(reader -> reader.using.lock());
        try {
            closeAll();
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        } finally {
            readers.forEach(reader -> reader.using.unlock());
            writing.unlock();
        }
    }

    /** The writer last: whoever closes last folds the log into the file. */
    private void closeAll() throws SQLException {
        SQLException first = null;
        for (Connection connection : Stream.concat(readers.stream().map(Reader::connection), Stream.of(writer))
                .toList()) {
            try {
                connection.close();
            } catch (SQLException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
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

    private static void closeAfter(Exception failure, List<Connection> connections) {
        connections.forEach(connection -> endAfter(failure, connection::close));
    }
}
