package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Whatever a handler does, its client gets an end and the server goes on. */
class HandlerFaultsTest {
    @Test
    void what_a_handler_throws_is_500_and_the_connection_goes_on() {
        RequestHandler handler = (request, sink) -> {
            switch (request.path()) {
                case "/v1/runtime" -> throw new IllegalStateException("secret detail");
                case "/v1/checked" -> throw new java.io.IOException("secret detail");
                case "/v1/error" -> throw new StackOverflowError("secret detail");
                case "/v1/nothing" -> request.body().read();
                case "/v1/header" -> sink.reply(new ResponseHead(200, Map.of("x-bad", "a\r\nb: c")), new byte[0]);
                default -> TestDoor.echo(request, sink);
            }
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            for (String path : new String[] {"/v1/runtime", "/v1/checked", "/v1/error", "/v1/nothing", "/v1/header"}) {
                RawClient.Reply reply = client.get(path).reply();
                assertThat(reply.status()).as(path).isEqualTo(500);
                assertThat(reply.text()).contains("\"code\":\"internal_error\"").doesNotContain("secret");
                assertThat(reply.headers()).containsKeys("x-request-id", "access-control-allow-origin");
            }
            assertThat(client.get("/v1/fine").reply().status()).isEqualTo(200);
            Awaitility.await().until(() -> door.server().activeRequests() == 0);
        }
    }

    @Test
    void a_refusal_thrown_is_the_refusal_sent_with_its_headers() {
        RequestHandler handler = (request, sink) -> {
            throw new ApiException(ApiError.badValue("model", "No.").withHeader("retry-after", "7"));
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            RawClient.Reply reply = client.post("/v1/x", "{}").reply();
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.header("retry-after")).isEqualTo("7");
            assertThat(reply.text())
                    .isEqualTo("{\"error\":{\"message\":\"No.\",\"type\":\"invalid_request_error\",\"param\":\"model\","
                            + "\"code\":\"invalid_value\"}}");
        }
    }

    @Test
    void a_stream_that_fails_or_is_left_open_ends_without_its_last_chunk() throws Exception {
        RequestHandler handler = (request, sink) -> {
            sink.begin(TestDoor.text(200));
            sink.send("part".getBytes(StandardCharsets.UTF_8));
            switch (request.path()) {
                case "/v1/throws" -> throw new IllegalStateException("meant to happen");
                case "/v1/aborts" -> sink.abort();
                default -> assertThat(sink.begun()).isTrue();
            }
        };
        try (TestDoor door = TestDoor.with(handler)) {
            for (String path : new String[] {"/v1/throws", "/v1/aborts", "/v1/leaves"}) {
                try (RawClient client = door.connect()) {
                    client.get(path).head();
                    assertThat(TestDoor.utf8(client.chunk())).isEqualTo("part");
                    assertThat(client.closed()).as(path).isTrue();
                }
            }
        }
    }

    @Test
    void a_reply_has_one_beginning_and_one_end() {
        RequestHandler handler = (request, sink) -> {
            assertThatThrownBy(() -> sink.send(new byte[1])).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(sink::finish).isInstanceOf(IllegalStateException.class);
            assertThat(sink.begun()).isFalse();
            sink.begin(TestDoor.text(200));
            assertThatThrownBy(() -> sink.begin(TestDoor.text(200))).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> sink.fail(ApiError.of(500, "x", "x"))).isInstanceOf(IllegalStateException.class);
            sink.finish();
            assertThatThrownBy(() -> sink.send(new byte[1])).isInstanceOf(IllegalStateException.class);
            sink.abort();
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            for (int round = 0; round < 3; round++) {
                assertThat(client.get("/v1/x").reply().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void framing_headers_of_a_handler_are_not_believed() {
        RequestHandler handler = (request, sink) -> sink.reply(
                new ResponseHead(
                        200, Map.of("Content-Length", "99", "Transfer-Encoding", "chunked", "Connection", "close")),
                "four".getBytes(StandardCharsets.UTF_8));
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            for (int round = 0; round < 2; round++) {
                RawClient.Reply reply = client.get("/v1/x").reply();
                assertThat(reply.text()).isEqualTo("four");
                assertThat(reply.headers())
                        .containsEntry("content-length", "4")
                        .doesNotContainKeys("transfer-encoding", "connection");
            }
        }
    }

    @Test
    void replies_without_a_body_have_no_length() {
        RequestHandler handler = (request, sink) -> sink.reply(new ResponseHead(204, Map.of()), new byte[0]);
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            RawClient.Reply reply = client.get("/v1/x").reply();
            assertThat(reply.status()).isEqualTo(204);
            assertThat(reply.headers()).doesNotContainKeys("content-length", "transfer-encoding");
        }
    }
}
