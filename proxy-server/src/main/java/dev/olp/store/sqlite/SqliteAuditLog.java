package dev.olp.store.sqlite;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditHealth;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditPage;
import dev.olp.audit.AuditPage.Cursor;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.FallbackSum;
import dev.olp.audit.Receipt;
import dev.olp.audit.UsageSum;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger in {@code audit.db}. Rows wait in a bounded queue for the one writer, a platform thread: what finds no room
 * is counted as lost, not silently dropped.
 */
public final class SqliteAuditLog implements AuditLog {
    /** Rows that may wait for the disk, about 1 KB each. */
    public static final int DEFAULT_CAPACITY = 4096;

    private static final Logger LOG = LoggerFactory.getLogger(SqliteAuditLog.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);
    private static final long WRITER_STACK_BYTES = 256 << 10;

    private final SqliteDatabase database;
    private final AuditKeeping keeping;
    private final Clock clock;
    private final AuditPulse pulse = new AuditPulse();
    private final AuditQueue queue;
    private final Thread writer;

    /**
     * @param database of {@link Schema#AUDIT}; closed with this log
     * @param capacity rows that may wait for the disk
     * @param ticker nanoseconds, monotonic
     */
    public SqliteAuditLog(
            SqliteDatabase database, int capacity, AuditKeeping keeping, Clock clock, LongSupplier ticker) {
        this.database = database;
        this.keeping = keeping;
        this.clock = clock;
        this.queue = new AuditQueue(capacity, ticker);
        AuditKeeper keeper = new AuditKeeper(database, keeping, clock, ticker);
        AuditWriter work = new AuditWriter(database, queue, pulse, this::statements, keeper);
        this.writer = new Thread(null, work, "olp-audit", WRITER_STACK_BYTES);
        writer.setDaemon(true);
        writer.start();
    }

    private AuditStatements statements(Connection connection) throws SQLException {
        return new AuditStatements(connection, keeping.seals(), clock);
    }

    @Override
    public Receipt admit(AuditRecord ifInterrupted) {
        return queue(new QueuedRow(ifInterrupted, true, pulse));
    }

    @Override
    public Receipt append(AuditRecord row) {
        return queue(new QueuedRow(row, false, pulse));
    }

    private Receipt queue(QueuedRow row) {
        if (!queue.offer(row)) {
            row.settle(false);
            long lost = queue.lost();
            // a line for the first loss and at each doubling: a full disk must not also flood the log
            if (Long.bitCount(lost) == 1) {
                LOG.atError()
                        .addKeyValue("lost", lost)
                        .addKeyValue("request_id", row.row().requestId())
                        .log("an audit row was lost: the queue is full or closed");
            }
        }
        return row;
    }

    @Override
    public int closeInterrupted() {
        List<AuditRecord> closed = database.write(connection -> {
            List<AuditRecord> open = AuditQueries.admissions(connection);
            try (AuditStatements statements = statements(connection)) {
                statements.begin();
                for (AuditRecord row : open) {
                    statements.append(row);
                }
                statements.end();
            }
            return open;
        });
        keeping.written(closed);
        return closed.size();
    }

    @Override
    public void flush() throws InterruptedException {
        queue.awaitSettled();
    }

    @Override
    public int erase(String keyId) {
        return AuditErasure.run(database, keeping.seals(), keyId);
    }

    @Override
    public List<AuditRecord> latest(int count) {
        return database.read(connection -> AuditQueries.latest(connection, count));
    }

    @Override
    public Optional<AuditRecord> find(String requestId) {
        return database.read(connection -> AuditQueries.find(connection, requestId));
    }

    @Override
    public AuditPage page(AuditFilter filter, @Nullable Cursor after, int limit) {
        return database.read(connection -> AuditQueries.page(connection, filter, after, limit));
    }

    @Override
    public List<UsageSum> usage(UsageSum.Span span, Instant from, Instant to) {
        return database.read(connection -> UsageSums.of(connection, UsageSums.query(span), from, to));
    }

    @Override
    public List<UsageSum> totals(UsageSum.Span span, UsageSum.By by, Instant from, Instant to) {
        return database.read(connection -> UsageSums.of(connection, UsageSums.totals(span, by), from, to));
    }

    @Override
    public List<FallbackSum> fallbacks(Instant from, Instant to, int most) {
        return database.read(connection -> FallbackSums.of(connection, from, to, most));
    }

    @Override
    public AuditHealth health() {
        String failing = pulse.failing();
        return new AuditHealth(
                queue.lost(),
                queue.unsettled(),
                queue.lag(),
                pulse.failures(),
                failing == null && pulse.isBehind() ? "behind" : failing);
    }

    @Override
    public void close() {
        queue.close();
        try {
            if (!writer.join(CLOSE_TIMEOUT)) {
                LOG.atError()
                        .addKeyValue("waiting", queue.unsettled())
                        .log("audit rows were left unwritten at the stop");
                writer.interrupt();
            }
        } catch (InterruptedException hurry) {
            writer.interrupt();
            Thread.currentThread().interrupt();
        }
        database.close();
    }
}
