package dev.olp.features.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** What was told once is known after a restart, as old as it is. */
class QuotaRestartIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @Test
    void an_orderly_stop_and_a_crash_lose_nothing_that_is_older_than_seconds() throws Exception {
        Instant reset = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofHours(3));
        olp.upstream().plan(PlanHeaders.claude(0.37, 0.62, reset));
        assertThat(olp.chat(Bodies.chat("claude-sonnet-4-6", "hello")).status()).isEqualTo(200);
        JsonNode told = quota();
        assertThat(told.path("status").stringValue()).isEqualTo("live");

        olp.stop();
        olp.start();
        assertThat(quota()).isEqualTo(told);

        olp.upstream().plan(PlanHeaders.claude(0.44, 0.63, reset));
        assertThat(olp.chat(Bodies.chat("claude-sonnet-4-6", "hello")).status()).isEqualTo(200);
        JsonNode newer = quota();
        await().atMost(Duration.ofSeconds(30)).until(() -> onDisk() == 0.44);
        olp.kill();
        olp.start();
        assertThat(quota()).isEqualTo(newer).isNotEqualTo(told);
    }

    private static double onDisk() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + olp.home().resolve("olp.db"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT utilization FROM quota_window WHERE provider = 'anthropic' AND label = '5h'")) {
            return row.next() ? row.getDouble(1) : -1;
        }
    }

    private static JsonNode quota() throws IOException {
        return olp.get("/health").json().at("/providers/anthropic/quota");
    }
}
