package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.LockedAudit;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** What becomes of requests and rows when the database cannot be written or the server dies; on_failure is serve. */
class AuditTroubleIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void aRequestThatWasUnderWayWhenTheServerWasKilledIsWrittenDownAsInterrupted() throws Exception {
        String stalled;
        try (RawHttp http = olp.connect()) {
            http.chat(Bodies.stream("sonnet", "{{stall}}"));
            stalled = http.head().header("x-request-id");
            olp.kill();
        }
        olp.start();

        try (Ledger ledger = Ledger.of(olp.home())) {
            AuditRecord row = ledger.row(stalled);
            assertThat(row.outcome()).isEqualTo(Outcome.INTERRUPTED);
            assertThat(row.errorCode()).isEqualTo("interrupted");
            assertThat(row.requestedModel()).isEqualTo("sonnet");
            assertThat(row.tier()).isEqualTo("OWNER");
            assertThat(row.requestHash()).hasSize(64);
        }
        assertThat(olp.log()).contains("requests were under way when the last server died");
    }

    @Test
    void anAnswersRowIsThereWhenItsLastByteIs() throws IOException {
        try (Ledger ledger = Ledger.of(olp.home())) {
            Reply whole = olp.chat(Bodies.chat("sonnet", "hi"));
            assertThat(ledger.now(whole))
                    .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(200));

            Streamed streamed = olp.stream(Bodies.stream("sonnet", "hi"));
            assertThat(ledger.now(streamed.head())).hasValueSatisfying(row -> {
                assertThat(row.outcome()).isEqualTo(Outcome.SUCCESS);
                assertThat(row.outputTokens()).isPositive();
            });

            Reply refused = olp.chat("{");
            assertThat(ledger.now(refused))
                    .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(400));

            Reply models = olp.get("/v1/models");
            assertThat(ledger.now(models))
                    .hasValueSatisfying(row -> assertThat(row.status()).isEqualTo(200));
        }
    }

    @Test
    void whileTheDatabaseIsLockedRequestsAreServedAndTheirRowsComeLater() throws IOException, SQLException {
        Reply first;
        Reply second;
        try (LockedAudit locked = LockedAudit.of(olp.home())) {
            first = olp.chat(Bodies.chat("sonnet", "hi"));
            second = olp.chat(Bodies.chat("sonnet", "hi"));
            await().atMost(PATIENCE)
                    .until(() -> audit().path("failing").asString("").equals("locked"));
            assertThat(audit().path("ok").asBoolean(true)).isFalse();
            assertThat(audit().path("waiting_rows").asInt()).isPositive();
        }

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.status()).isEqualTo(200);
        try (Ledger ledger = Ledger.of(olp.home())) {
            assertThat(ledger.row(first).outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(ledger.row(second).outcome()).isEqualTo(Outcome.SUCCESS);
        }
        await().atMost(PATIENCE).until(() -> audit().path("ok").asBoolean(false));
        assertThat(audit().path("lost_rows").asInt(-1)).isZero();
        assertThat(audit().path("failed_writes").asInt()).isPositive();
    }

    private static JsonNode audit() throws IOException {
        return olp.get("/health").json().path("audit");
    }
}
