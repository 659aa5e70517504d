package dev.olp.features.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP itself: versions, framing, upgrades, expectations, connections. */
class ProtocolIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";
    private static final byte[] BODY = Bodies.chat("sonnet", "hello").getBytes(StandardCharsets.UTF_8);
    private static final String UPGRADE =
            "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void anUpgradeToH2cIsIgnoredWithALength() throws IOException {
        try (RawHttp http = olp.connect()) {
            Reply reply = http.post(CHAT, OlpServer.OWNER_TOKEN, BODY, UPGRADE).reply();

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.content()).isEqualTo(ANSWER);
            assertThat(reply.headers()).doesNotContainKey("upgrade");
        }
    }

    @Test
    void anUpgradeToH2cIsIgnoredWithChunks() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(chunkedHead(UPGRADE) + chunks(new String(BODY, StandardCharsets.UTF_8), 7));

            assertThat(http.reply().content()).isEqualTo(ANSWER);
        }
    }

    @Test
    void aStreamIsChunkedAndNeverCompressed() throws IOException {
        Streamed streamed = olp.stream(Bodies.stream("sonnet", "hello"), "Accept-Encoding: gzip, deflate, br, zstd");

        assertThat(streamed.assertWellFormed().content()).isEqualTo(ANSWER);
        assertThat(streamed.head().headers()).doesNotContainKeys("content-encoding", "content-length");
    }

    @Test
    void aWholeReplyIsNeverLabelledCompressed() throws IOException {
        Reply reply = olp.chat(Bodies.chat("sonnet", "hello"), "Accept-Encoding: gzip");

        assertThat(reply.content()).isEqualTo(ANSWER);
        assertThat(reply.headers()).doesNotContainKey("content-encoding");
    }

    @Test
    void anHttp10ClientGetsAWholeReplyAndAClose() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(http10(Bodies.chat("sonnet", "hello")));
            Reply reply = http.reply();

            assertThat(reply.content()).isEqualTo(ANSWER);
            assertThat(reply.headers()).containsKey("content-length").doesNotContainKey("transfer-encoding");
            assertThat(http.isClosedByServer()).isTrue();
        }
    }

    @Test
    void anHttp10ClientGetsAStreamWithoutChunks() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(http10(Bodies.stream("sonnet", "hello")));
            Reply head = http.head();
            List<SseReader.Event> events = http.events(head).all();

            assertThat(head.headers()).doesNotContainKeys("transfer-encoding", "content-length");
            assertThat(events.getLast().isDone()).isTrue();
            assertThat(events.stream().map(SseReader.Event::content).collect(Collectors.joining()))
                    .isEqualTo(ANSWER);
        }
    }

    @Test
    void aBodyThatIsHeldBackIsAskedFor() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(RawHttp.postHead(CHAT, OlpServer.OWNER_TOKEN, BODY.length, "Expect: 100-continue"));
            assertThat(http.head().status()).isEqualTo(100);

            assertThat(http.send(BODY).reply().content()).isEqualTo(ANSWER);
        }
    }

    @Test
    void aBodyThatIsHeldBackIsNotAskedForWhenItWillBeRefused() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(RawHttp.postHead(CHAT, "wrong", BODY.length, "Expect: 100-continue"));

            Refusal.assertIs(http.reply(), 401, "invalid_api_key");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void bothLoopbackFamiliesAreServedOnOnePort(String address) throws IOException {
        try (RawHttp http = RawHttp.connect(InetAddress.ofLiteral(address), olp.port())) {
            http.send("GET /livez HTTP/1.1\r\nHost: localhost:" + olp.port() + "\r\n\r\n");

            assertThat(http.reply().status()).isEqualTo(200);
        }
    }

    @Test
    void aConnectionLivesOnAfterErrors() throws IOException {
        try (RawHttp http = olp.connect()) {
            byte[] garbage = "{".getBytes(StandardCharsets.UTF_8);
            Refusal.assertIs(http.post(CHAT, OlpServer.OWNER_TOKEN, garbage).reply(), 400, "invalid_json");
            Refusal.assertIs(http.post(CHAT, "wrong", BODY).reply(), 401, "invalid_api_key");
            Refusal.assertIs(http.post("/v1/nothing", "", BODY).reply(), 404, "unsupported_endpoint");
            Refusal.assertIs(http.post("/v1/models", "", BODY).reply(), 405, "method_not_allowed");

            assertThat(http.post(CHAT, OlpServer.OWNER_TOKEN, BODY).reply().content())
                    .isEqualTo(ANSWER);
        }
    }

    @Test
    void requestsSentAheadAreAnsweredInOrder() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(Stream.of("/livez", "/nothing", "/readyz")
                    .map("GET %s HTTP/1.1\r\nHost: a.localhost\r\n\r\n"::formatted)
                    .collect(Collectors.joining()));

            assertThat(List.of(
                            http.reply().status(),
                            http.reply().status(),
                            http.reply().status()))
                    .containsExactly(200, 404, 200);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "two lengths|Content-Length: 2\\r\\nContent-Length: 3\\r\\n\\r\\n{}|400|malformed_request",
                "a length beside chunks|Content-Length: 2\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n|400|malformed_request",
                "a folded line|X-A: 1\\r\\n  2\\r\\nContent-Length: 2\\r\\n\\r\\n{}|400|malformed_request",
                "a length that is no number|Content-Length: 2x\\r\\n\\r\\n{}|400|malformed_request",
                "another coding|Transfer-Encoding: gzip\\r\\n\\r\\n{}|400|malformed_request",
                "another expectation|Expect: 200-ok\\r\\nContent-Length: 2\\r\\n\\r\\n{}|417|expectation_failed",
                "a second host|Host: localhost\\r\\nContent-Length: 2\\r\\n\\r\\n{}|400|malformed_request",
                "a bad chunk|Transfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n{}\\r\\n0\\r\\n\\r\\n|400|malformed_request",
            })
    void whatIsNoCleanRequestIsRefusedAndTheConnectionClosed(String what, String rest, int status, String code)
            throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send("POST " + CHAT + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + OlpServer.OWNER_TOKEN
                    + "\r\n" + rest.replace("\\r\\n", "\r\n"));

            Refusal.assertIs(http.reply(), status, code);
            assertThat(http.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aHostThatIsNotOursIsRefused() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send("GET /livez HTTP/1.1\r\nHost: rebound.example\r\n\r\n");

            Refusal.assertIs(http.reply(), 421, "misdirected_request");
        }
    }

    @Test
    void headersThatAreTooLargeAreRefused() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Large: " + "x".repeat(17 << 10) + "\r\n\r\n");

            Refusal.assertIs(http.reply(), 431, "headers_too_large");
        }
    }

    @Test
    void everyReplyHasAnIdOfItsOwnAndEchoesTheClients() throws IOException {
        Reply one = olp.get("/livez", "X-Client-Request-Id: mine-1");
        Reply other = olp.get("/v1/nothing", "X-Client-Request-Id: mine-1");

        assertThat(one.header("x-client-request-id")).isEqualTo("mine-1");
        assertThat(other.header("x-client-request-id")).isEqualTo("mine-1");
        assertThat(one.header("x-request-id")).isNotEmpty().isNotEqualTo(other.header("x-request-id"));
    }

    private static String http10(String body) {
        return "POST " + CHAT + " HTTP/1.0\r\nAuthorization: Bearer " + OlpServer.OWNER_TOKEN
                + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length
                + "\r\n\r\n" + body;
    }

    private static String chunkedHead(String headers) {
        return "POST " + CHAT + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + OlpServer.OWNER_TOKEN
                + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n" + headers + "\r\n\r\n";
    }

    /** ASCII only. */
    private static String chunks(String body, int size) {
        StringBuilder chunks = new StringBuilder();
        for (int at = 0; at < body.length(); at += size) {
            String piece = body.substring(at, Math.min(body.length(), at + size));
            chunks.append(Integer.toHexString(piece.length()))
                    .append("\r\n")
                    .append(piece)
                    .append("\r\n");
        }
        return chunks.append("0\r\n\r\n").toString();
    }
}
