package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Slow clients. Each limit under test is short, every other one long, so that only it can end the wait. */
class TimeoutsTest {
    private static final Duration SHORT = Duration.ofMillis(150);

    @Test
    void a_head_that_does_not_end_is_408_and_closed() {
        TestDoor.Options options = TestDoor.options();
        options.head = SHORT;
        try (TestDoor door = options.start(TestDoor::echo);
                RawClient client = door.connect()) {
            client.send("GET /v1/x HTTP/1.1\r\nHost: localhost\r\nX-A:");
            assert408(client);
        }
    }

    @Test
    void a_head_that_trickles_in_is_408_though_bytes_keep_coming() {
        TestDoor.Options options = TestDoor.options();
        options.head = SHORT;
        ScheduledExecutorService trickle = Executors.newSingleThreadScheduledExecutor();
        try (TestDoor door = options.start(TestDoor::echo);
                RawClient client = door.connect()) {
            client.get("/v1/x").reply();
            client.send("GET /v1/x HTTP/1.1\r\nHost: localhost\r\n");
            Future<?> drops = trickle.scheduleAtFixedRate(() -> client.send("X-A: b\r\n"), 0, 5, TimeUnit.MILLISECONDS);
            assertThat(client.reply().status()).isEqualTo(408);
            drops.cancel(false);
        } finally {
            trickle.shutdownNow();
        }
    }

    @Test
    void a_silent_connection_is_closed_without_a_word() {
        TestDoor.Options options = TestDoor.options();
        options.head = SHORT;
        try (TestDoor door = options.start(TestDoor::echo);
                RawClient client = door.connect()) {
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void an_idle_kept_connection_is_closed_without_a_word() {
        TestDoor.Options options = TestDoor.options();
        options.idle = SHORT;
        try (TestDoor door = options.start(TestDoor::echo);
                RawClient client = door.connect()) {
            assertThat(client.get("/v1/x").reply().status()).isEqualTo(200);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void a_connection_whose_request_runs_is_not_idle() throws Exception {
        TestDoor.Options options = TestDoor.options();
        options.idle = Duration.ofMillis(50);
        options.head = Duration.ofMillis(50);
        options.writeStall = Duration.ofMillis(50);
        CompletableFuture<Void> go = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            go.get();
            TestDoor.echo(request, sink);
        };
        try (TestDoor door = options.start(handler);
                RawClient waiting = door.connect()) {
            waiting.get("/v1/x");
            for (int n = 0; n < 4; n++) {
                try (RawClient silent = door.connect()) {
                    assertThat(silent.closed()).isTrue();
                }
            }
            go.complete(null);
            assertThat(waiting.reply().text()).isEqualTo("GET /v1/x ");
        }
    }

    @Test
    void a_body_that_stops_coming_is_408() {
        TestDoor.Options options = TestDoor.options();
        options.bodyProgress = SHORT;
        try (TestDoor door = options.start(TestDoor::echoBody);
                RawClient client = door.connect()) {
            client.send("POST /v1/x HTTP/1.1", "Host: localhost", "Content-Length: 10", "", "half");
            RawClient.Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(408);
            assertThat(reply.text()).contains("request_timeout");
        }
    }

    @Test
    void a_body_that_trickles_past_its_total_time_is_408() {
        TestDoor.Options options = TestDoor.options();
        options.bodyTotal = SHORT;
        try (TestDoor door = options.start(TestDoor::echoBody);
                RawClient client = door.connect()) {
            client.send("POST /v1/x HTTP/1.1", "Host: localhost", "Content-Length: 1000000", "", "x");
            assertThat(client.reply().status()).isEqualTo(408);
        }
    }

    private static void assert408(RawClient client) {
        RawClient.Reply reply = client.reply();
        assertThat(reply.status()).isEqualTo(408);
        assertThat(reply.text()).contains("\"code\":\"request_timeout\"");
        assertThat(reply.closes()).isTrue();
        assertThat(client.closed()).isTrue();
    }
}
