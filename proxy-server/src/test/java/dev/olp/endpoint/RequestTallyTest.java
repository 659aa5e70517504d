package dev.olp.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RequestTallyTest {
    private final RequestTally tally = new RequestTally();

    @Test
    void the_last_twenty_failures_are_kept_the_latest_first() {
        for (int i = 0; i < 50; i++) {
            tally.note(row("r" + i, i % 2 == 0 ? Outcome.PROVIDER_FAULT : Outcome.CLIENT_ERROR), "told " + i);
        }

        assertThat(tally.total()).isEqualTo(50);
        assertThat(tally.failed()).hasSize(20);
        assertThat(tally.failed().getFirst().message()).isEqualTo("told 48");
        assertThat(tally.failed().getLast().row().requestId()).isEqualTo("r10");
    }

    private static AuditRecord row(String id, Outcome outcome) {
        return new AuditRecord(
                id,
                Instant.EPOCH,
                null,
                null,
                null,
                "GET",
                "/v1/models",
                null,
                null,
                null,
                null,
                outcome,
                502,
                "x",
                1,
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
