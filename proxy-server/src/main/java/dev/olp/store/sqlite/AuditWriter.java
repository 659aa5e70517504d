package dev.olp.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries rows from the queue to the disk, a batch per transaction: whatever has come while the last one was written,
 * so a lone row waits for nothing and a burst shares its commits; while many come, each batch waits a moment for more. A
 * batch that cannot be written is tried again until it can, or until the server stops.
 */
final class AuditWriter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
    private static final int BATCH_LIMIT = 256;
    private static final long FIRST_PAUSE_MS = 50;
    private static final long LONGEST_PAUSE_MS = 5_000;
    /** Tries of a batch once the server stops; each may wait {@link Connections#BUSY_TIMEOUT}. */
    private static final int TRIES_AT_CLOSE = 2;

    /** A batch of so many is a sign that the next ones come at once, and that it pays to commit them together. */
    private static final int BUSY = 4;

    private static final Duration COMPANY = Duration.ofMillis(2);

    /** How often it is looked whether a day is over. */
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final SqliteDatabase database;
    private final AuditQueue queue;
    private final AuditPulse pulse;
    private final StatementMaker maker;
    private final AuditKeeper keeper;
    private @Nullable AuditStatements statements;

    AuditWriter(SqliteDatabase database, AuditQueue queue, AuditPulse pulse, StatementMaker maker, AuditKeeper keeper) {
        this.database = database;
        this.queue = queue;
        this.pulse = pulse;
        this.maker = maker;
        this.keeper = keeper;
    }

    /** Prepares for a connection. */
    @FunctionalInterface
    interface StatementMaker {
        AuditStatements on(Connection connection) throws SQLException;
    }

    @Override
    public void run() {
        try {
            int last = 0;
            while (!queue.isDone()) {
                if (keeper.isDue() && !queue.isClosed()) {
                    keeper.tidy();
                }
                AuditBatch batch = new AuditBatch(queue.take(
                        BATCH_LIMIT, keeper.hasMore() ? Duration.ZERO : LOOK, last >= BUSY ? COMPANY : Duration.ZERO));
                last = batch.size();
                if (!batch.isEmpty()) {
                    settle(batch);
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            forgetStatements();
        }
    }

    private void settle(AuditBatch batch) throws InterruptedException {
        int triesAtClose = 0;
        long pause = FIRST_PAUSE_MS;
        for (int tries = 1; ; tries++) {
            try {
                write(batch);
                pulse.committed();
                queue.settle(batch.size(), batch.settle(true));
                keeper.written(batch.written());
                if (tries > 1) {
                    LOG.atInfo().addKeyValue("tries", tries).log("audit rows are being written again");
                }
                return;
            } catch (SQLException failure) {
                pulse.failed(Failures.word(failure));
                if (tries == 1) {
                    LOG.atError()
                            .addKeyValue("waiting", queue.unsettled())
                            .addKeyValue("reason", Failures.word(failure))
                            .setCause(failure)
                            .log("audit rows could not be written; trying again");
                }
                if (queue.isClosed() && ++triesAtClose >= TRIES_AT_CLOSE) {
                    queue.settle(batch.size(), batch.settle(false));
                    LOG.atError().addKeyValue("rows", batch.size()).log("audit rows were given up at the stop");
                    return;
                }
                queue.pause(pause);
                pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
            }
        }
    }

    private void write(AuditBatch batch) throws SQLException {
        try {
            database.tryWrite(connection -> {
                AuditStatements known = statements;
                if (known == null) {
                    known = maker.on(connection);
                    statements = known;
                }
                batch.write(known);
                return batch;
            });
        } catch (SQLException failure) {
            forgetStatements(); // a schema that changed, or a connection in doubt
            throw failure;
        }
    }

    private void forgetStatements() {
        AuditStatements known = statements;
        statements = null;
        if (known != null) {
            try {
                known.close();
            } catch (SQLException failure) {
                LOG.atDebug().setCause(failure).log("statements were not closed");
            }
        }
    }
}
