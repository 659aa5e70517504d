package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries rows from the queue to the disk, a batch per transaction: whatever has come while the last one was written,
 * so a lone row waits for nothing and a burst shares its commits. A batch that cannot be written is tried again until it
 * can, or until the server stops.
 */
final class AuditWriter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
    private static final int BATCH_LIMIT = 256;
    private static final long FIRST_PAUSE_MS = 50;
    private static final long LONGEST_PAUSE_MS = 5_000;
    /** Tries of a batch once the server stops; each may wait {@link Connections#BUSY_TIMEOUT}. */
    private static final int TRIES_AT_CLOSE = 2;

    private final SqliteDatabase database;
    private final AuditQueue queue;

    AuditWriter(SqliteDatabase database, AuditQueue queue) {
        this.database = database;
        this.queue = queue;
    }

    @Override
    public void run() {
        try {
            List<AuditRecord> batch = queue.take(BATCH_LIMIT);
            while (!batch.isEmpty()) {
                settle(batch);
                batch = queue.take(BATCH_LIMIT);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void settle(List<AuditRecord> batch) throws InterruptedException {
        int triesAtClose = 0;
        long pause = FIRST_PAUSE_MS;
        for (int tries = 1; ; tries++) {
            try {
                int written = database.tryWrite(connection -> {
                    try (PreparedStatement insert = connection.prepareStatement(AuditRows.INSERT)) {
                        int count = 0;
                        for (AuditRecord row : batch) {
                            AuditRows.bind(insert, row);
                            count += insert.executeUpdate();
                        }
                        return count;
                    }
                });
                queue.settle(batch.size(), batch.size() - written);
                if (tries > 1) {
                    LOG.atInfo().addKeyValue("tries", tries).log("audit rows are being written again");
                }
                return;
            } catch (SQLException failure) {
                if (tries == 1) {
                    LOG.atError()
                            .addKeyValue("waiting", queue.waiting() + batch.size())
                            .addKeyValue("busy", Failures.isBusy(failure))
                            .setCause(failure)
                            .log("audit rows could not be written; trying again");
                }
                if (queue.isClosed() && ++triesAtClose >= TRIES_AT_CLOSE) {
                    queue.settle(batch.size(), batch.size());
                    LOG.atError().addKeyValue("rows", batch.size()).log("audit rows were given up at the stop");
                    return;
                }
                queue.pause(pause);
                pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
            }
        }
    }
}
