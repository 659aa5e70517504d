package dev.olp.audit;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Port: the append-only log of requests. */
public interface AuditLog extends AutoCloseable {
    /**
     * Queues the admission of a request whose work is about to begin. Never blocks on the disk.
     *
     * @param ifInterrupted the row that it gets should no outcome follow
     */
    Receipt admit(AuditRecord ifInterrupted);

    /** Queues a request's row, which ends its admission. Never blocks on the disk; a row that cannot be written is counted. */
    Receipt append(AuditRecord row);

    /**
     * Gives the admissions that an earlier server left open their rows. Only at a start, before the first request.
     *
     * @return how many there were
     */
    int closeInterrupted();

    /**
     * Blanks what is personal in the rows written so far for a key: its name, the client's address and user hash. The
     * chain of rows stays valid.
     *
     * @return how many rows the key has
     */
    int erase(String keyId);

    /** Waits until all rows queued so far are on disk. */
    void flush() throws InterruptedException;

    /** The newest rows first. */
    List<AuditRecord> latest(int count);

    Optional<AuditRecord> find(String requestId);

    /**
     * A page of rows, the latest first.
     *
     * @param after the page before's; null for the first page
     * @param limit most rows, at least 1
     */
    AuditPage page(AuditFilter filter, AuditPage.@Nullable Cursor after, int limit);

    /** Sums by key, provider and model of each hour or UTC day that begins in the time given, the oldest first. */
    List<UsageSum> usage(UsageSum.Span span, Instant from, Instant to);

    /**
     * The same added up: by provider, with {@code from} as their start, or by start, with an empty provider. Key and model
     * are empty.
     */
    List<UsageSum> totals(UsageSum.Span span, UsageSum.By by, Instant from, Instant to);

    /**
     * Chains that fell back, of the hours that begin in the time given, the most frequent first.
     *
     * @param most that are wanted
     */
    List<FallbackSum> fallbacks(Instant from, Instant to, int most);

    AuditHealth health();

    @Override
    void close();
}
