package dev.olp.bench;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditHealth;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditPage;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.FallbackSum;
import dev.olp.audit.Receipt;
import dev.olp.audit.UsageSum;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes nothing down. */
final class NoAudit implements AuditLog {
    private static final Receipt DONE = atMost -> true;

    @Override
    public Receipt admit(AuditRecord ifInterrupted) {
        return DONE;
    }

    @Override
    public Receipt append(AuditRecord row) {
        return DONE;
    }

    @Override
    public int closeInterrupted() {
        return 0;
    }

    @Override
    public int erase(String keyId) {
        return 0;
    }

    @Override
    public void flush() {}

    @Override
    public List<AuditRecord> latest(int count) {
        return List.of();
    }

    @Override
    public Optional<AuditRecord> find(String requestId) {
        return Optional.empty();
    }

    @Override
    public AuditPage page(AuditFilter filter, AuditPage.@Nullable Cursor after, int limit) {
        return new AuditPage(List.of(), null);
    }

    @Override
    public List<UsageSum> usage(UsageSum.Span span, Instant from, Instant to) {
        return List.of();
    }

    @Override
    public List<UsageSum> totals(UsageSum.Span span, UsageSum.By by, Instant from, Instant to) {
        return List.of();
    }

    @Override
    public List<FallbackSum> fallbacks(Instant from, Instant to, int most) {
        return List.of();
    }

    @Override
    public AuditHealth health() {
        return new AuditHealth(0, 0, Duration.ZERO, 0, null);
    }

    @Override
    public void close() {}
}
