package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The rows over HTTP and by command. */
class AuditPagesIT {
    private static final String PAGES = "/v0/management/audit";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void theOwnerReadsRowsPageByPage() throws IOException {
        for (int i = 0; i < 3; i++) {
            olp.chat("{");
        }

        Reply first = olp.get(PAGES + "?limit=2&status=400");
        JsonNode page = first.json();
        assertThat(first.status()).isEqualTo(200);
        assertThat(page.path("rows")).hasSize(2);
        assertThat(page.at("/rows/0/error_code").asString()).isEqualTo("invalid_json");
        assertThat(page.at("/rows/0/key_id").asString()).isEqualTo("owner-token");
        String next = page.path("next").asString();
        JsonNode second = olp.get(PAGES + "?limit=2&status=400&cursor=" + next).json();

        assertThat(second.at("/rows/0/request_id").asString())
                .isNotEqualTo(page.at("/rows/0/request_id").asString())
                .isNotEqualTo(page.at("/rows/1/request_id").asString());
        assertThat(first.header("access-control-allow-origin")).isEmpty();
        JsonNode own = olp.get(PAGES + "?limit=1").json();
        assertThat(own.at("/rows/0/path").asString())
                .as("the page before is a row")
                .isEqualTo(PAGES);
    }

    @ParameterizedTest
    @CsvSource({
        "?colour=red, query",
        "?status=abc, status",
        "?status=200&status=400, query",
        "?outcome=fine, outcome",
        "?from=yesterday, from",
        "?to=-1000000000-01-01T00:00:00Z, to",
        "?limit=0, limit",
        "?limit=99999999999, limit",
        "?cursor=1%27--, cursor",
        "?key=%zz, query"
    })
    void whatIsNotUnderstoodIsRefusedAndNotRepeated(String query, String param) throws IOException {
        Reply refused = olp.get(PAGES + query);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().at("/error/param").asString()).isEqualTo(param);
        assertThat(refused.json().at("/error/message").asString()).doesNotContain("colour", "yesterday", "abc");
    }

    @Test
    void nobodyElseReadsThem() throws Exception {
        OlpCommand made = olp.command("keys", "create", "--name", "guest of the pages", "--json");
        String token = JsonMapper.shared().readTree(made.out()).path("token").asString();

        assertThat(get(token).status()).isEqualTo(403);
        assertThat(get("olp_none").status()).isEqualTo(401);
    }

    private static Reply get(String token) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.send("GET " + PAGES + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token
                            + "\r\nConnection: close\r\n\r\n")
                    .reply();
        }
    }

    @Test
    void theCommandsShowTheSameRows() throws Exception {
        String id = olp.chat(Bodies.chat("sonnet", "hi")).header("x-request-id");

        OlpCommand tail = olp.command("audit", "tail", "-n", "1000");
        assertThat(tail.exit()).as(tail.err()).isZero();
        assertThat(tail.out()).contains(id, "claude-sonnet-4-6", "SUCCESS");
        OlpCommand query =
                olp.command("audit", "query", "--json", "--outcome", "success", "--model", "claude-sonnet-4-6");
        assertThat(query.out().lines().map(line -> JsonMapper.shared().readTree(line)))
                .anyMatch(row -> row.path("request_id").asString().equals(id))
                .allMatch(row -> row.path("outcome").asString().equals("success"));
        OlpCommand export = olp.command("audit", "export");
        assertThat(export.out().lines().map(line -> JsonMapper.shared().readTree(line)))
                .anyMatch(row -> row.path("request_id").asString().equals(id));
        assertThat(olp.command("audit", "query", "--status", "x").exit()).isOne();
        assertThat(olp.command("audit", "tail", "-n", "0").exit()).isOne();
    }

    @Test
    void erasingAKeyErasesItsPersonFromTheRowsAndTheChainStaysValid() throws Exception {
        OlpCommand made = olp.command("keys", "create", "--name", "Erna Erasable", "--json");
        JsonNode key = JsonMapper.shared().readTree(made.out());
        try (RawHttp http = olp.connect()) {
            assertThat(http.post(
                                    "/v1/chat/completions",
                                    key.path("token").asString(),
                                    Bodies.chat("sonnet", "hi").getBytes(StandardCharsets.UTF_8))
                            .reply()
                            .status())
                    .isEqualTo(200);
        }
        assertThat(olp.command("audit", "export").out()).contains("Erna Erasable");

        OlpCommand erased = olp.command("keys", "erase", key.path("id").asString());

        assertThat(erased.exit()).as(erased.err()).isZero();
        assertThat(olp.command("audit", "export").out())
                .contains(key.path("id").asString())
                .doesNotContain("Erna Erasable");
        OlpCommand verified = olp.command("audit", "verify");
        assertThat(verified.exit()).as(verified.err()).isZero();
    }
}
