package dev.olp.audit;

import java.util.List;
import java.util.Optional;

/** Port: the append-only log of requests. */
public interface AuditLog extends AutoCloseable {
    /** Queues a row; never blocks on the disk and never fails a request. A row that cannot be written is counted. */
    void append(AuditRecord row);

    /** Waits until all rows queued so far are on disk. */
    void flush() throws InterruptedException;

    /** The newest rows first. */
    List<AuditRecord> latest(int count);

    Optional<AuditRecord> find(String requestId);

    /** Rows that could not be written since start. */
    long lost();

    @Override
    void close();
}
