package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The ordinary life of a connection. */
class ServingTest {
    @Test
    void a_body_comes_back_byte_for_byte() throws Exception {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            RawClient.Reply reply = client.post("/v1/x", "grüße 🌍 漢字").reply();
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.text()).isEqualTo("grüße 🌍 漢字");
            assertThat(reply.headers())
                    .containsEntry("x-request-id", "req_1")
                    .containsEntry("date", "Thu, 05 Mar 2026 07:08:09 GMT")
                    .doesNotContainKeys("server", "connection", "x-client-request-id");
        }
    }

    /** S19 */
    @Test
    void a_body_cut_at_every_byte_offset_stays_exact() throws Exception {
        byte[] body = "a漢😀é".getBytes(StandardCharsets.UTF_8);
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            byte[] request = ("POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length
                            + "\r\n\r\na漢😀é")
                    .getBytes(StandardCharsets.UTF_8);
            for (int cut = 1; cut < request.length; cut++) {
                client.send(Arrays.copyOfRange(request, 0, cut));
                client.send(Arrays.copyOfRange(request, cut, request.length));
                assertThat(client.reply().body()).as("cut at %d", cut).isEqualTo(body);
            }
        }
    }

    @Test
    void a_chunked_body_in_pieces_of_one_byte_stays_exact() throws Exception {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            String request = String.join(
                    "\r\n",
                    "POST /v1/x HTTP/1.1",
                    "Host: localhost",
                    "Transfer-Encoding: chunked",
                    "",
                    "1",
                    "a",
                    "3",
                    "漢",
                    "4;ext=1",
                    "😀",
                    "0",
                    "Trailer: t",
                    "",
                    "");
            for (byte one : request.getBytes(StandardCharsets.UTF_8)) {
                client.send(new byte[] {one});
            }
            assertThat(client.reply().text()).isEqualTo("a漢😀");
        }
    }

    /** S01 */
    @Test
    void an_upgrade_to_h2c_is_ignored_and_the_body_intact() throws Exception {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            String[] upgrade = {
                "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"
            };
            RawClient.Reply whole = client.post("/v1/x", "{\"a\":1}", upgrade).reply();
            assertThat(whole.status()).isEqualTo(200);
            assertThat(whole.text()).isEqualTo("{\"a\":1}");
            client.send(
                    "POST /v1/x HTTP/1.1",
                    "Host: localhost",
                    upgrade[0],
                    upgrade[1],
                    upgrade[2],
                    "Transfer-Encoding: chunked",
                    "",
                    "7",
                    "{\"a\":1}",
                    "0",
                    "",
                    "");
            assertThat(client.reply().text()).isEqualTo("{\"a\":1}");
        }
    }

    /** S10 */
    @Test
    void slashes_too_many_do_not_change_the_path() throws Exception {
        try (TestDoor door = TestDoor.with(TestDoor::echo);
                RawClient client = door.connect()) {
            for (String path : new String[] {
                "/v1/models",
                "/v1/models/",
                "/v1//models",
                "//v1/models",
                "/v1/models?x=1",
                "/%761/models//?",
                "http://localhost/v1/models"
            }) {
                assertThat(client.get(path).reply().text()).as(path).isEqualTo("GET /v1/models ");
            }
            assertThat(client.get("/").reply().text()).isEqualTo("GET / ");
            assertThat(client.get("//").reply().text()).isEqualTo("GET / ");
        }
    }

    /** S05 */
    @Test
    void a_stream_is_chunked_and_each_frame_its_own_chunk() throws Exception {
        CountDownLatch firstSeen = new CountDownLatch(1);
        RequestHandler handler = (request, sink) -> {
            sink.begin(new ResponseHead(200, Map.of("content-type", "text/event-stream")));
            sink.send("data: 1\n\n".getBytes(StandardCharsets.UTF_8));
            firstSeen.await(10, TimeUnit.SECONDS);
            sink.send("data: 2\n\n".getBytes(StandardCharsets.UTF_8));
            sink.finish();
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            RawClient.Reply head = client.get("/v1/x", "Accept-Encoding: gzip").head();
            assertThat(head.headers())
                    .containsEntry("transfer-encoding", "chunked")
                    .doesNotContainKey("content-encoding");
            assertThat(TestDoor.utf8(client.chunk())).isEqualTo("data: 1\n\n");
            firstSeen.countDown();
            assertThat(TestDoor.utf8(client.chunk())).isEqualTo("data: 2\n\n");
            assertThat(client.chunk()).isEmpty();
            assertThat(client.get("/v1/x").head().status()).isEqualTo(200);
        }
    }

    /** S07 */
    @Test
    void head_gets_the_headers_of_get_and_no_body() throws Exception {
        RequestHandler handler = (request, sink) -> {
            if (request.path().equals("/stream")) {
                sink.begin(TestDoor.text(200));
                sink.send("never seen".getBytes(StandardCharsets.UTF_8));
                sink.finish();
            } else {
                sink.reply(TestDoor.text(200), "twelve bytes".getBytes(StandardCharsets.UTF_8));
            }
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            for (String path : new String[] {"/", "/health", "/v1/models", "/api/hello", "/stream"}) {
                client.send("HEAD " + path + " HTTP/1.1", "Host: localhost", "", "");
                RawClient.Reply reply = client.reply(true);
                assertThat(reply.status()).isEqualTo(200);
                if (!path.equals("/stream")) {
                    assertThat(reply.header("content-length")).isEqualTo("12");
                }
            }
            assertThat(client.get("/").reply().text()).isEqualTo("twelve bytes");
        }
    }

    @Test
    void pipelined_requests_are_answered_in_order_one_at_a_time() throws Exception {
        RequestHandler handler = (request, sink) -> TestDoor.echo(request, sink);
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            StringBuilder all = new StringBuilder();
            for (int n = 0; n < 300; n++) {
                all.append("POST /v1/" + n + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
            }
            client.send(all.toString());
            for (int n = 0; n < 300; n++) {
                assertThat(client.reply().text()).isEqualTo("POST /v1/" + n + " abc");
            }
        }
    }

    @Test
    void a_callers_own_request_id_is_echoed_only_if_harmless() throws Exception {
        try (TestDoor door = TestDoor.with(TestDoor::echo);
                RawClient client = door.connect()) {
            assertThat(client.get("/", "X-Client-Request-Id: abc-1._Z").reply().headers())
                    .containsEntry("x-client-request-id", "abc-1._Z")
                    .containsEntry("x-request-id", "req_1");
            assertThat(client.get("/", "X-Client-Request-Id: a b").reply().headers())
                    .doesNotContainKey("x-client-request-id");
            assertThat(client.get("/", "X-Client-Request-Id: " + "a".repeat(129))
                            .reply()
                            .headers())
                    .doesNotContainKey("x-client-request-id");
        }
    }
}
