package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.LockedAudit;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An operator who wants no run without its row: on_failure is refuse. */
class AuditRefusingIT {
    @RegisterExtension
    static final OlpServer olp =
            OlpServer.with().standIns().set("/audit/on_failure", "\"refuse\"").server();

    @Test
    void nothingIsRunThatCannotBeWrittenDown() throws IOException, SQLException {
        Reply refused;
        try (LockedAudit locked = LockedAudit.of(olp.home())) {
            refused = olp.chat(Bodies.chat("sonnet", "hi"));
            assertThat(olp.chat(Bodies.chat("sonnet", "hi")).status()).isEqualTo(503);
            assertThat(olp.get("/livez").status()).isEqualTo(200);
        }

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json().at("/error/code").asString()).isEqualTo("audit_unavailable");
        assertThat(refused.header("retry-after")).isEqualTo("5");
        assertThat(olp.notes("modes")).isEmpty();
        try (Ledger ledger = Ledger.of(olp.home())) {
            assertThat(ledger.row(refused).errorCode()).isEqualTo("audit_unavailable");
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> olp.chat(Bodies.chat("sonnet", "hi")).status() == 200);
    }
}
