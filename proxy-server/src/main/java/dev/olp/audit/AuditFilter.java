package dev.olp.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which rows are wanted; null for all.
 *
 * @param model that served
 * @param from rows of this moment and later
 * @param to rows before this moment
 */
public record AuditFilter(
        @Nullable String keyId,
        @Nullable Outcome outcome,
        @Nullable String model,
        @Nullable Integer status,
        @Nullable Instant from,
        @Nullable Instant to) {
    public static final AuditFilter ALL = new AuditFilter(null, null, null, null, null, null);
}
