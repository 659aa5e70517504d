package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Prometheus is shown. */
class MetricsIT {
    private static final String CLAUDE = "claude-sonnet-4-6";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @RegisterExtension
    static final OlpServer open =
            OlpServer.with().standIns().set("/metrics/loopback", "true").server();

    @Test
    void each_request_is_counted_by_how_it_ended() throws IOException {
        double before = value("olp_requests_total", "success");
        double faults = value("olp_requests_total", "provider_fault");
        double output = value("olp_tokens_total", "\"output\"");
        olp.chat(Bodies.chat(CLAUDE, "hi"));
        olp.stream(Bodies.stream(CLAUDE, "hi"));
        olp.chat(Bodies.chat(CLAUDE, "{{exit:3}}"));

        await().untilAsserted(() -> {
            assertThat(value("olp_requests_total", "success")).isEqualTo(before + 2);
            assertThat(value("olp_requests_total", "provider_fault")).isEqualTo(faults + 1);
        });
        assertThat(value("olp_tokens_total", "\"output\"")).isEqualTo(output + 24);
        assertThat(value("gen_ai_server_time_to_first_token_seconds_count", CLAUDE))
                .isPositive();
        assertThat(value("olp_spawn_seconds_count", CLAUDE)).isPositive();
        assertThat(value("process_resident_memory_bytes", "")).isGreaterThan(10e6);
        assertThat(value("olp_children", "anthropic")).isZero();
        await().until(() -> value("olp_limit_reservations", "") == 0 && value("olp_audit_lag_seconds", "") == 0);
        assertThat(text(olp)).contains("olp_limit_reservations 0", "olp_audit_lag_seconds 0");
    }

    @Test
    void bytes_are_counted_as_they_pass_the_door() throws IOException {
        double received = value("olp_http_received_bytes_total", "");
        double sent = value("olp_http_sent_bytes_total", "");
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "b".repeat(100_000)));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(value("olp_http_received_bytes_total", "")).isBetween(received + 100_000, received + 110_000);
        assertThat(value("olp_http_sent_bytes_total", "")).isGreaterThan(sent + reply.body().length);
        assertThat(value("olp_http_connections", "")).isPositive();
    }

    @Test
    void a_refusal_is_counted_by_the_limit_that_made_it() throws Exception {
        String token = olp.command("keys", "create", "--name", "limited").out().strip();
        assertThat(olp.command("keys", "limits", "limited", "--requests-per-day", "1")
                        .exit())
                .isZero();
        byte[] chat = Bodies.chat(CLAUDE, "hi").getBytes(StandardCharsets.UTF_8);
        try (RawHttp http = olp.connect()) {
            for (int status : new int[] {200, 429, 429}) {
                assertThat(http.post("/v1/chat/completions", token, chat)
                                .reply()
                                .status())
                        .isEqualTo(status);
            }
        }

        assertThat(value("olp_limit_refusals_total", "requests_per_day")).isEqualTo(2);
        assertThat(value("olp_limit_refusals_total", "requests_per_minute")).isZero();
    }

    @Test
    void what_a_client_sent_is_no_label() throws IOException {
        olp.chat(Bodies.chat("no-such-model-of-anybodys", "hi"));
        olp.get("/v1/no-such-path");
        assertThat(text(olp)).doesNotContain("no-such").contains("model_not_found", "unsupported_endpoint");
    }

    @Test
    void they_are_the_owners_and_this_machines_where_that_is_wanted() throws IOException {
        assertThat(anonymous(olp).status()).isEqualTo(401);
        Reply reply = anonymous(open);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("content-type")).startsWith("text/plain; version=0.0.4");
    }

    private static Reply anonymous(OlpServer server) throws IOException {
        try (RawHttp http = server.connect()) {
            return http.send("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                    .reply();
        }
    }

    /** Of all lines with that name and that word among their labels, the sum; 0 without one. */
    private static double value(String name, String label) throws IOException {
        Pattern line = Pattern.compile("(?m)^" + name + "(?:\\{[^}]*" + label + "[^}]*})? (\\S+)$");
        return line.matcher(text(olp))
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .sum();
    }

    private static String text(OlpServer server) throws IOException {
        Reply reply = server.get("/metrics");
        assertThat(reply.status()).isEqualTo(200);
        return new String(reply.body(), StandardCharsets.UTF_8);
    }
}
