package dev.olp.store.sqlite;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditPage;
import dev.olp.audit.AuditPage.Cursor;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.Verification;
import dev.olp.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The ledger for those who only read, beside a running server or without one. For one thread. */
public final class SqliteAuditReader implements AutoCloseable {
    private final Path file;
    private final Connection connection;

    private SqliteAuditReader(Path file, Connection connection) {
        this.file = file;
        this.connection = connection;
    }

    /** @throws StoreException when it is not there, unreadable, or of another version of OLP; one line */
    public static SqliteAuditReader open(Path file) {
        if (!Files.exists(file)) {
            throw new StoreException(file + " is not there: nothing was written down yet");
        }
        try {
            Connection connection = Connections.reader(file);
            int version = Connections.userVersion(connection);
            if (version != Schema.AUDIT.version()) {
                connection.close();
                throw new StoreException("%s has schema %d (expected: %d): start the server once, or update OLP"
                        .formatted(file, version, Schema.AUDIT.version()));
            }
            return new SqliteAuditReader(file, connection);
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        }
    }

    public List<AuditRecord> latest(int count) {
        return read(each -> AuditQueries.latest(each, count));
    }

    public Optional<AuditRecord> find(String requestId) {
        return read(each -> AuditQueries.find(each, requestId));
    }

    public AuditPage page(AuditFilter filter, @Nullable Cursor after, int limit) {
        return read(each -> AuditQueries.page(each, filter, after, limit));
    }

    /** Hands on all rows, the oldest first. */
    public void each(Consumer<AuditRecord> taker) {
        read(connected -> {
            AuditQueries.each(connected, taker);
            return true;
        });
    }

    /**
     * Checks the whole chain as it is at this moment.
     *
     * @param sealFile the seals that are noted outside the database
     * @param eachRow told of each row that was looked at
     * @throws StoreException when either cannot be read
     */
    public Verification verify(AuditSeals seals, Path sealFile, Runnable eachRow) {
        Map<Long, String> noted;
        try {
            noted = new SealFile(sealFile).seals();
        } catch (IOException failure) {
            throw new StoreException(sealFile + " cannot be read: " + failure.getMessage(), failure);
        }
        return read(each -> {
            each.setAutoCommit(false);
            try {
                return new AuditVerifier(each, seals, eachRow).run(noted);
            } finally {
                each.rollback();
                each.setAutoCommit(true);
            }
        });
    }

    private <T> T read(SqlFunction<Connection, T> work) {
        try {
            return work.apply(connection);
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException failure) {
            throw Failures.of(file, failure);
        }
    }
}
