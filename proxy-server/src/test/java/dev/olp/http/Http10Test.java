package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Clients of 1.0: no chunks, and a connection goes on only if they ask. */
class Http10Test {
    private static final RequestHandler STREAM = (request, sink) -> {
        sink.begin(TestDoor.text(200));
        sink.send("one ".getBytes(StandardCharsets.UTF_8));
        sink.send("two".getBytes(StandardCharsets.UTF_8));
        if (request.path().equals("/v1/cut")) {
            sink.abort();
        } else {
            sink.finish();
        }
    };

    @Test
    void a_whole_reply_has_a_length_and_the_connection_ends() {
        try (TestDoor door = TestDoor.with(TestDoor::echo);
                RawClient client = door.connect()) {
            client.send("GET /v1/x HTTP/1.0", "", "");
            RawClient.Reply reply = client.reply();
            assertThat(reply.text()).isEqualTo("GET /v1/x ");
            assertThat(reply.header("content-length")).isEqualTo("10");
            assertThat(reply.closes()).isTrue();
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void a_connection_goes_on_if_asked() {
        try (TestDoor door = TestDoor.with(TestDoor::echo);
                RawClient client = door.connect()) {
            for (int round = 0; round < 3; round++) {
                client.send("POST /v1/x HTTP/1.0", "Connection: Keep-Alive", "Content-Length: 2", "", "ab");
                RawClient.Reply reply = client.reply();
                assertThat(reply.text()).isEqualTo("POST /v1/x ab");
                assertThat(reply.header("connection")).isEqualTo("keep-alive");
            }
        }
    }

    @Test
    void a_stream_has_no_chunks_and_ends_with_the_connection() {
        try (TestDoor door = TestDoor.with(STREAM);
                RawClient client = door.connect()) {
            client.send("GET /v1/x HTTP/1.0", "Connection: keep-alive", "", "");
            RawClient.Reply reply = client.reply();
            assertThat(reply.headers()).doesNotContainKeys("transfer-encoding", "content-length");
            assertThat(reply.closes()).isTrue();
            assertThat(reply.text()).isEqualTo("one two");
        }
    }

    @Test
    void a_cut_stream_ends_in_a_reset_since_nothing_else_could_tell() {
        try (TestDoor door = TestDoor.with(STREAM);
                RawClient client = door.connect()) {
            client.send("GET /v1/cut HTTP/1.0", "", "");
            assertThatThrownBy(client::reply).hasMessageContaining("reset");
        }
    }

    @Test
    void a_11_client_that_asks_for_the_end_gets_it() {
        try (TestDoor door = TestDoor.with(TestDoor::echo);
                RawClient client = door.connect()) {
            RawClient.Reply reply = client.get("/v1/x", "Connection: close").reply();
            assertThat(reply.closes()).isTrue();
            assertThat(client.closed()).isTrue();
        }
    }
}
