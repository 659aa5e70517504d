package dev.olp.audit;

import dev.olp.audit.AuditRecord.Isolation;
import java.time.Instant;

/** Rows for tests. */
public final class AuditRows {
    private AuditRows() {}

    /** A row with something in every column. */
    public static AuditRecord fullRow(String requestId, Outcome outcome) {
        return new AuditRecord(
                requestId,
                Instant.parse("2026-11-29T10:15:30.123Z"),
                "key_1",
                "Ada",
                "guest",
                "POST",
                "/v1/chat/completions",
                "sonnet",
                "claude-sonnet-4-6",
                "anthropic",
                "work",
                outcome,
                200,
                "provider_error",
                1234,
                400L,
                3L,
                12L,
                true,
                "bypass",
                2,
                "anthropic,openai",
                "claude-sonnet-4-6",
                5_000_000_000L,
                4,
                3,
                2,
                true,
                6_000_000_000L,
                new Isolation("per-os-user", "reduced", "bare"),
                "ab".repeat(32),
                "cd".repeat(32),
                "192.0.2.7",
                "[{\"provider\":\"anthropic\",\"did\":\"answered\"}]");
    }

    /** A row with nothing in any column that may be empty. */
    public static AuditRecord bareRow(String requestId) {
        return new AuditRecord(
                requestId,
                Instant.EPOCH,
                null,
                null,
                null,
                "GET",
                "/",
                null,
                null,
                null,
                null,
                Outcome.REFUSED,
                401,
                null,
                0,
                null,
                null,
                null,
                false,
                null,
                0,
                null,
                null,
                0,
                0,
                0,
                0,
                false,
                null,
                null,
                null,
                null,
                null,
                null);
    }
}
