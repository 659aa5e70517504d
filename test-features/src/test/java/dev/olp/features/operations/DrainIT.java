package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server that is told over HTTP to stop, each test with one of its own. */
class DrainIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String DRAIN = "/v0/management/drain";
    private static final String STATUS = "/v0/management/status";

    private final OlpServer olp =
            OlpServer.with().standIns().set("/server/drain_timeout_ms", "60000").server();

    @BeforeEach
    void open() throws Exception {
        olp.open();
    }

    @AfterEach
    void close() throws Exception {
        olp.close();
    }

    @Test
    void it_answers_first_then_waits_for_its_streams_and_exits_with_zero() throws Exception {
        try (RawHttp running = olp.connect()) {
            running.chat(Bodies.stream("claude-sonnet-4-6", "{{chatter}}"));
            Reply head = running.head();
            SseReader events = running.events(head);
            var _ = events.next().orElseThrow();

            Reply told = olp.post(DRAIN, "");
            assertThat(told.status()).as(told.text()).isEqualTo(202);
            new ApiDocument(olp.get("/v0/management/openapi.json").json()).check("POST", DRAIN, told);
            assertThat(told.json().path("draining").asBoolean()).isTrue();
            assertThat(told.json().path("active_requests").asInt()).isEqualTo(1);
            assertThat(told.json().path("drain_timeout_ms").asInt()).isEqualTo(60_000);
            assertThat(olp.get("/readyz").status()).isEqualTo(503);
            assertThat(olp.get("/livez").status()).isEqualTo(200);
            assertThat(olp.chat(Bodies.chat("sonnet", "hi")).errorCode()).isEqualTo("draining");

            JsonNode status = olp.get(STATUS).json();
            assertThat(status.path("draining").asBoolean()).isTrue();
            assertThat(status.path("ok").asBoolean()).isFalse();
            // what was refused may still be on its way out
            await().atMost(PATIENCE)
                    .until(() ->
                            olp.get(STATUS).json().at("/stats/active_requests").asInt() == 1);
            assertThat(olp.post(DRAIN, "{}").status())
                    .as("once more hurries nothing")
                    .isEqualTo(202);

            assertThat(events.all().getLast().isDone()).isTrue();
            assertThat(olp.awaitExit()).isZero();
            assertThat(new AuditTable(olp).of(told.header("x-request-id")).number("status"))
                    .isEqualTo(202);
        }
        assertThat(olp.homes()).isEmpty();
    }

    @Test
    void a_signal_afterwards_hurries_nothing_and_a_second_one_does() throws Exception {
        try (RawHttp running = olp.connect()) {
            running.chat(Bodies.stream("claude-sonnet-4-6", "{{stall}}"));
            Reply head = running.head();
            assertThat(olp.post(DRAIN, "").status()).isEqualTo(202);
            olp.terminate();
            await().atMost(PATIENCE).until(() -> olp.get("/readyz").status() == 503);
            assertThat(olp.processes()).isNotEmpty();

            assertThat(olp.stop()).isZero();
            new Streamed(head, running.events(head).all()).assertFailed("draining");
        }
    }

    @Test
    void the_command_waits_until_the_server_is_gone() throws Exception {
        try (RawHttp running = olp.connect()) {
            running.chat(Bodies.stream("claude-sonnet-4-6", "{{chatter}}"));
            Reply head = running.head();

            OlpCommand drain = olp.command("drain");

            assertThat(drain.exit()).as(drain.err()).isZero();
            assertThat(drain.out()).contains("gone");
            assertThat(drain.err()).contains("waiting for");
            new Streamed(head, running.events(head).all()).assertWellFormed();
        }
        assertThat(olp.awaitExit()).isZero();
        assertThat(olp.command("drain").exit()).isEqualTo(2);
    }

    @Test
    void the_command_need_not_wait() throws Exception {
        OlpCommand drain =
                olp.command(Map.of("OLP_PROXY_URL", "http://127.0.0.1:" + olp.port()), "drain", "--no-wait", "--json");

        assertThat(drain.exit()).as(drain.err()).isZero();
        assertThat(JsonMapper.shared().readTree(drain.out()).path("draining").asBoolean())
                .isTrue();
        assertThat(olp.awaitExit()).isZero();
    }
}
