package dev.olp.metrics;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditHealth;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditPage;
import dev.olp.audit.AuditPage.Cursor;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.Receipt;
import dev.olp.audit.UsageSum;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts each request when its row is written down, so that both tell of the same requests. */
public final class MeteredAuditLog implements AuditLog {
    private final AuditLog log;
    private final Metrics metrics;

    public MeteredAuditLog(AuditLog log, Metrics metrics) {
        this.log = log;
        this.metrics = metrics;
    }

    @Override
    public Receipt admit(AuditRecord ifInterrupted) {
        return log.admit(ifInterrupted);
    }

    @Override
    public Receipt append(AuditRecord row) {
        metrics.count(row);
        return log.append(row);
    }

    @Override
    public int closeInterrupted() {
        return log.closeInterrupted();
    }

    @Override
    public int erase(String keyId) {
        return log.erase(keyId);
    }

    @Override
    public void flush() throws InterruptedException {
        log.flush();
    }

    @Override
    public List<AuditRecord> latest(int count) {
        return log.latest(count);
    }

    @Override
    public Optional<AuditRecord> find(String requestId) {
        return log.find(requestId);
    }

    @Override
    public AuditPage page(AuditFilter filter, @Nullable Cursor after, int limit) {
        return log.page(filter, after, limit);
    }

    @Override
    public List<UsageSum> usage(UsageSum.Span span, Instant from, Instant to) {
        return log.usage(span, from, to);
    }

    @Override
    public AuditHealth health() {
        return log.health();
    }

    @Override
    public void close() {
        log.close();
    }
}
