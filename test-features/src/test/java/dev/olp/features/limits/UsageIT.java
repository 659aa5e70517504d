package dev.olp.features.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** {@code GET /v1/usage}: a key's own numbers, and nobody else's. */
class UsageIT {
    private static final String CHAT = Bodies.chat("sonnet", "hi");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/limits/time_zone", "\"Europe/Berlin\"")
            .server();

    @Test
    void aKeySeesItsLimitsAndWhatItUsed() throws Exception {
        Tenant tenant = Tenant.create(
                olp, "reader", "--requests-per-day=9", "--tokens-per-month=100000", "--usd-per-month=7.50");
        Reply answered = tenant.chat(CHAT);
        AuditTable.Row row = new AuditTable(olp).of(answered.header("x-request-id"));

        JsonNode usage = tenant.get("/v1/usage").json();

        assertThat(usage.path("object").asString("")).isEqualTo("usage");
        assertThat(usage.at("/key/name").asString("")).isEqualTo("reader");
        assertThat(usage.at("/key/tier").asString("")).isEqualTo("guest");
        assertThat(usage.path("time_zone").asString("")).isEqualTo("Europe/Berlin");
        assertShare(usage.at("/windows/minute/requests"), 1, 60);
        assertShare(usage.at("/windows/day/requests"), 1, 9);
        int tokens = row.number("input_tokens") + row.number("output_tokens");
        assertShare(usage.at("/windows/month/tokens"), tokens, 100_000);
        assertThat(usage.at("/windows/day/tokens/used").intValue()).isEqualTo(tokens);
        assertThat(usage.at("/windows/week/tokens/limit").isNull()).isTrue();
        assertThat(usage.at("/windows/month/usd/used").decimalValue()).isPositive();
        assertThat(usage.at("/windows/month/usd/limit").decimalValue()).isEqualByComparingTo("7.5");
        assertShare(usage.path("concurrent"), 0, 4);
        for (String window : new String[] {"minute", "day", "week", "month"}) {
            assertThat(Instant.parse(
                            usage.at("/windows/" + window + "/resets_at").asString("")))
                    .isAfter(Instant.now().minusSeconds(1));
        }
    }

    @Test
    void askingCountsAsNothingAndShowsNothingOfAnother() throws Exception {
        Tenant busy = Tenant.create(olp, "busy");
        Tenant idle = Tenant.create(olp, "idle");
        assertThat(busy.chat(CHAT).status()).isEqualTo(200);

        Reply first = idle.get("/v1/usage");
        Reply second = idle.get("/v1/usage");

        assertThat(first.status()).isEqualTo(200);
        assertThat(second.json().at("/windows/month/requests/used").intValue()).isZero();
        assertThat(second.text()).doesNotContain("busy");
        assertThat(first.header("cache-control")).isEqualTo("no-store");
    }

    @Test
    void itTakesAKey() throws Exception {
        try (RawHttp http = olp.connect()) {
            Refusal.assertIs(
                    http.send("GET /v1/usage HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .reply(),
                    401,
                    "missing_api_key");
        }
        assertThat(olp.get("/v1/usage")
                        .json()
                        .at("/windows/minute/requests/limit")
                        .isNull())
                .as("the operator's token")
                .isTrue();
    }

    private static void assertShare(JsonNode share, int used, int limit) {
        assertThat(share.path("used").intValue()).isEqualTo(used);
        assertThat(share.path("limit").intValue()).isEqualTo(limit);
        assertThat(share.path("remaining").intValue()).isEqualTo(limit - used);
    }
}
