package dev.olp.store.sqlite;

import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditRecord;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger in {@code audit.db}. Rows wait in a bounded queue for the one writer, a platform thread: a request never
 * waits for the disk, and what finds no room is counted as lost, not silently dropped.
 */
public final class SqliteAuditLog implements AuditLog {
    /** Rows that may wait for the disk, about 1 KB each. */
    public static final int DEFAULT_CAPACITY = 4096;

    private static final Logger LOG = LoggerFactory.getLogger(SqliteAuditLog.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);
    private static final long WRITER_STACK_BYTES = 256 << 10;

    private final SqliteDatabase database;
    private final AuditQueue queue;
    private final Thread writer;

    /**
     * @param database of {@link Schema#AUDIT}; closed with this log
     * @param capacity rows that may wait for the disk
     */
    public SqliteAuditLog(SqliteDatabase database, int capacity) {
        this.database = database;
        this.queue = new AuditQueue(capacity);
        this.writer = new Thread(null, new AuditWriter(database, queue), "olp-audit", WRITER_STACK_BYTES);
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public void append(AuditRecord row) {
        if (!queue.offer(row)) {
            long lost = queue.lost();
            // a line for the first loss and at each doubling: a full disk must not also flood the log
            if (Long.bitCount(lost) == 1) {
                LOG.atError()
                        .addKeyValue("lost", lost)
                        .addKeyValue("request_id", row.requestId())
                        .log("an audit row was lost: the queue is full or closed");
            }
        }
    }

    @Override
    public void flush() throws InterruptedException {
        queue.awaitSettled();
    }

    @Override
    public List<AuditRecord> latest(int count) {
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(AuditRows.LATEST)) {
                select.setInt(1, Math.max(0, count));
                try (ResultSet rows = select.executeQuery()) {
                    List<AuditRecord> found = new ArrayList<>();
                    while (rows.next()) {
                        found.add(AuditRows.read(rows));
                    }
                    return List.copyOf(found);
                }
            }
        });
    }

    @Override
    public Optional<AuditRecord> find(String requestId) {
        return database.read(connection -> {
            try (PreparedStatement select = connection.prepareStatement(AuditRows.FIND)) {
                select.setString(1, requestId);
                try (ResultSet rows = select.executeQuery()) {
                    return rows.next() ? Optional.of(AuditRows.read(rows)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public long lost() {
        return queue.lost();
    }

    @Override
    public void close() {
        queue.close();
        try {
            if (!writer.join(CLOSE_TIMEOUT)) {
                LOG.atError().addKeyValue("waiting", queue.waiting()).log("audit rows were left unwritten at the stop");
                writer.interrupt();
            }
        } catch (InterruptedException hurry) {
            writer.interrupt();
            Thread.currentThread().interrupt();
        }
        database.close();
    }
}
