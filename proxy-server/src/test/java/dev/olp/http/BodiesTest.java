package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies through sockets: codings, caps, Expect, refusals that must arrive. */
class BodiesTest {
    private static final RequestHandler REFUSE_UNREAD =
            (request, sink) -> sink.reply(TestDoor.text(401), "no".getBytes(StandardCharsets.UTF_8));

    /** S02 */
    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "zstd"})
    void a_compressed_body_arrives_plain_and_the_connection_goes_on(String coding) throws Exception {
        byte[] plain = "{\"text\":\"漢字 😀\"}".repeat(5_000).getBytes(StandardCharsets.UTF_8);
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            for (int round = 0; round < 3; round++) {
                client.post("/v1/x", InboundBodyTest.encode(coding, plain), "Content-Encoding: " + coding);
                assertThat(client.reply().body()).isEqualTo(plain);
            }
        }
    }

    /** S02 */
    @Test
    void refusals_of_a_coding_leave_the_connection_usable() throws Exception {
        byte[] good = InboundBodyTest.encode("gzip", "text ".repeat(100).getBytes(StandardCharsets.UTF_8));
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            assertThat(client.post("/v1/x", good, "Content-Encoding: br")
                            .reply()
                            .status())
                    .isEqualTo(415);
            assertThat(client.post("/v1/x", Arrays.copyOf(good, 20), "Content-Encoding: gzip")
                            .reply()
                            .status())
                    .isEqualTo(400);
            byte[] bomb = InboundBodyTest.encode("gzip", new byte[8 << 20]);
            RawClient.Reply tooLarge =
                    client.post("/v1/x", bomb, "Content-Encoding: gzip").reply();
            assertThat(tooLarge.status()).isEqualTo(413);
            assertThat(tooLarge.text()).contains("request_too_large");
            assertThat(client.post("/v1/x", "fine").reply().text()).isEqualTo("fine");
        }
    }

    @Test
    void a_413_reaches_a_client_that_first_writes_everything() throws Exception {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody)) {
            for (int round = 0; round < 5; round++) {
                try (RawClient client = door.connect()) {
                    RawClient.Reply reply =
                            client.post("/v1/x", new byte[30 << 20]).reply();
                    assertThat(reply.status()).isEqualTo(413);
                    assertThat(reply.closes()).isTrue();
                    assertThat(client.closed()).isTrue();
                }
            }
        }
    }

    @Test
    void a_413_reaches_a_client_whose_chunks_pass_the_cap() {
        byte[] chunk = ("10000\r\n" + "x".repeat(65_536) + "\r\n").getBytes(StandardCharsets.UTF_8);
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            client.send("POST /v1/x HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked", "", "");
            for (int n = 0; n < 200; n++) {
                client.send(chunk);
            }
            client.send("0\r\n\r\n");
            RawClient.Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.closes()).isTrue();
        }
    }

    @Test
    void a_small_unread_body_is_skipped_and_the_connection_kept() {
        try (TestDoor door = TestDoor.with(REFUSE_UNREAD);
                RawClient client = door.connect()) {
            for (int round = 0; round < 3; round++) {
                RawClient.Reply reply = client.post("/v1/x", "x".repeat(50_000)).reply();
                assertThat(reply.status()).isEqualTo(401);
                assertThat(reply.closes()).isFalse();
            }
        }
    }

    @Test
    void a_large_unread_body_is_refused_without_being_read_and_the_reply_arrives() {
        try (TestDoor door = TestDoor.with(REFUSE_UNREAD);
                RawClient client = door.connect()) {
            RawClient.Reply reply = client.post("/v1/x", new byte[900_000]).reply();
            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.closes()).isTrue();
        }
    }

    @Test
    void a_client_that_waits_for_100_gets_it_only_when_the_body_is_wanted() throws Exception {
        CompletableFuture<Boolean> go = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            if (go.get()) {
                TestDoor.echoBody(request, sink);
            }
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            client.send("POST /v1/x HTTP/1.1", "Host: localhost", "Expect: 100-continue", "Content-Length: 4", "", "");
            go.complete(true);
            assertThat(client.reply().status()).isEqualTo(100);
            client.send("body");
            assertThat(client.reply().text()).isEqualTo("body");
            client.send(
                    "POST /v1/x HTTP/1.1", "Host: localhost", "Expect: 100-Continue", "Content-Length: 4", "", "body");
            RawClient.Reply maybeContinue = client.reply();
            RawClient.Reply last = maybeContinue.status() == 100 ? client.reply() : maybeContinue;
            assertThat(last.text()).isEqualTo("body");
        }
    }

    @Test
    void a_refused_expectation_gets_no_100_and_the_connection_ends() {
        try (TestDoor door = TestDoor.with(REFUSE_UNREAD);
                RawClient client = door.connect()) {
            client.send("POST /v1/x HTTP/1.1", "Host: localhost", "Expect: 100-continue", "Content-Length: 4", "", "");
            RawClient.Reply reply = client.reply();
            assertThat(reply.status()).isEqualTo(401);
            assertThat(reply.closes()).isTrue();
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void a_declared_length_above_the_cap_is_413_though_the_client_waits_for_100() {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            client.send(
                    "POST /v1/x HTTP/1.1",
                    "Host: localhost",
                    "Expect: 100-continue",
                    "Content-Length: 4000000000",
                    "",
                    "");
            assertThat(client.reply().status()).isEqualTo(413);
        }
    }

    @Test
    void a_body_that_breaks_off_is_a_client_that_is_gone() {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            try {
                request.body().read();
            } catch (ClientGone gone) {
                thrown.complete(gone);
                throw gone;
            }
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            client.send("POST /v1/x HTTP/1.1", "Host: localhost", "Content-Length: 10", "", "half");
            client.vanish();
            assertThat(thrown.join()).isInstanceOf(ClientGone.class);
        }
    }

    @Test
    void every_share_of_the_budget_comes_back_whatever_the_end() throws Exception {
        byte[] gzip = InboundBodyTest.encode("gzip", new byte[500_000]);
        try (TestDoor door = TestDoor.with(TestDoor::echoBody)) {
            try (RawClient client = door.connect()) {
                client.post("/v1/x", gzip, "Content-Encoding: gzip").reply();
                client.post("/v1/x", Arrays.copyOf(gzip, 100), "Content-Encoding: gzip")
                        .reply();
                client.send("POST /v1/x HTTP/1.1", "Host: localhost", "Content-Length: 10", "", "half");
            }
            org.awaitility.Awaitility.await().until(() -> door.server().activeRequests() == 0);
            assertThat(door.bodies.available()).isEqualTo(door.bodies.capacity());
        }
    }
}
