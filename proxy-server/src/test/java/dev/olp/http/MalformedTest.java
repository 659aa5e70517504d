package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shapes on which two readers of one byte stream could differ: refused, answered, closed, and never handled. */
class MalformedTest {
    private static final String POST = "POST /v1/x HTTP/1.1\r\nHost: localhost\r\n";
    private static final String GET = "GET /v1/x HTTP/1.1\r\nHost: localhost\r\n";

    static Stream<Arguments> heads() {
        return Stream.of(
                row("two different lengths", POST + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
                row("two equal lengths", POST + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
                row("a list of lengths", POST + "Content-Length: 3, 3\r\n\r\nabc"),
                row("a signed length", POST + "Content-Length: +3\r\n\r\nabc"),
                row("a negative length", POST + "Content-Length: -3\r\n\r\nabc"),
                row("a hexadecimal length", POST + "Content-Length: 0x3\r\n\r\nabc"),
                row("a length past any number", POST + "Content-Length: 99999999999999999999\r\n\r\nabc"),
                row("an empty length", POST + "Content-Length:\r\n\r\nabc"),
                row("length beside chunked", POST + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                row("chunked beside length", POST + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"),
                row("an unknown transfer coding", POST + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
                row("a second transfer coding", POST + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
                row(
                        "chunked twice",
                        POST + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                row("chunked not last", POST + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
                row("chunked with a tail", POST + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n"),
                row("chunked under 1.0", "POST /v1/x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                row("a space before the colon", POST + "Content-Length : 3\r\n\r\nabc"),
                row("a folded line", GET + "X-A: b\r\n c\r\n\r\n"),
                row("a line folded by a tab", GET + "X-A: b\r\n\tc\r\n\r\n"),
                row("a folded first line", "GET /v1/x HTTP/1.1\r\n Host: localhost\r\n\r\n"),
                row("a fold that hides a length", POST + "X-A:\r\n Content-Length: 3\r\n\r\nabc"),
                row("a NUL in a value", GET + "X-A: b\u0000c\r\n\r\n"),
                row("a carriage return in a value", GET + "X-A: b\rc\r\n\r\n"),
                row("a NUL in a name", GET + "X-\u0000A: b\r\n\r\n"),
                row("a header without a colon", GET + "X-A\r\n\r\n"),
                row("a header without a name", GET + ": b\r\n\r\n"),
                row("a bare line feed", "GET /v1/x HTTP/1.1\nHost: localhost\n\n"),
                row("a bare line feed in the head", GET + "X-A: b\nX-C: d\r\n\r\n"),
                row("no host", "GET /v1/x HTTP/1.1\r\n\r\n"),
                row("two hosts", GET + "Host: localhost\r\n\r\n"),
                row("a host that is none", "GET /v1/x HTTP/1.1\r\nHost: a b\r\n\r\n"),
                row("a lower-case method", "get /v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row("a method with a slash", "GE/T /v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row("no version", "GET /v1/x\r\nHost: localhost\r\n\r\n"),
                row("version 0.9", "GET /v1/x HTTP/0.9\r\nHost: localhost\r\n\r\n"),
                row("version 1.2", "GET /v1/x HTTP/1.2\r\nHost: localhost\r\n\r\n"),
                row("version 2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                row("a version in lower case", "GET /v1/x http/1.1\r\nHost: localhost\r\n\r\n"),
                row("two spaces in the request line", "GET  /v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row("a tab in the request line", "GET\t/v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row("a space before the method", " GET /v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row("a space after the version", "GET /v1/x HTTP/1.1 \r\nHost: localhost\r\n\r\n"),
                row("a space in the target", "GET /v1/x y HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row("dot segments", "GET /v1/../dashboard HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row("a NUL in the path", "GET /v1/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row("an authority as target", "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                row(
                        "the hidden body of an old WebSocket draft",
                        GET + "Upgrade: websocket\r\nConnection: upgrade\r\n"
                                + "Sec-WebSocket-Key1: 1\r\nSec-WebSocket-Key2: 2\r\n\r\n12345678"),
                row("TLS on a plain port", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n"));
    }

    private static Arguments row(String name, String bytes) {
        return Arguments.of(name, bytes);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("heads")
    void is_400_with_four_keys_and_closed(String name, String bytes) {
        AtomicInteger handled = new AtomicInteger();
        try (TestDoor door = TestDoor.with((request, sink) -> handled.incrementAndGet());
                RawClient client = door.connect()) {
            client.send(bytes.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            assertRefused(client, 400, "malformed_request");
            assertThat(handled).hasValue(0);
        }
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                row("a size that is no number", "zz\r\nabc\r\n0\r\n\r\n"),
                row("an empty size", "\r\nabc\r\n0\r\n\r\n"),
                row("a negative size", "-1\r\nabc\r\n0\r\n\r\n"),
                row("a size past any number", "fffffffffffffffff\r\nabc\r\n0\r\n\r\n"),
                row("a size with 0x", "0x3\r\nabc\r\n0\r\n\r\n"),
                row("a size with a space", "3 \r\nabc\r\n0\r\n\r\n"),
                row("a chunk longer than said", "3\r\nabcd\r\n0\r\n\r\n"),
                row("a bare line feed after the size", "3\nabc\r\n0\r\n\r\n"),
                row("a bare line feed after the data", "3\r\nabc\n0\r\n\r\n"),
                row("an extension with a line feed", "3;a=\nb\r\nabc\r\n0\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bodies")
    void bad_chunks_are_400_and_closed(String name, String body) {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                RawClient client = door.connect()) {
            client.send(POST + "Transfer-Encoding: chunked\r\n\r\n" + body);
            assertRefused(client, 400, "malformed_request");
        }
    }

    @Test
    void a_fold_is_seen_wherever_the_segments_are_cut() {
        String request = GET + "X-A: b\r\n\tc\r\n\r\n";
        try (TestDoor door = TestDoor.with(TestDoor::echo)) {
            for (int cut = 1; cut < request.length() - 3; cut++) {
                try (RawClient client = door.connect()) {
                    client.send(request.substring(0, cut)).send(request.substring(cut));
                    assertThat(client.reply().status()).as("cut at %d", cut).isEqualTo(400);
                }
            }
        }
    }

    @Test
    void nothing_after_a_refused_head_is_read_as_a_request() {
        AtomicInteger handled = new AtomicInteger();
        try (TestDoor door = TestDoor.with((request, sink) -> handled.incrementAndGet());
                RawClient client = door.connect()) {
            client.send(POST + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + GET + "\r\n");
            assertRefused(client, 400, "malformed_request");
            assertThat(handled).hasValue(0);
        }
    }

    @Test
    void too_many_header_bytes_are_431_and_a_long_line_414() {
        try (TestDoor door = TestDoor.with(TestDoor::echo)) {
            try (RawClient client = door.connect()) {
                client.get("/v1/x", "X-A: " + "a".repeat(17_000));
                assertRefused(client, 431, "headers_too_large");
            }
            try (RawClient client = door.connect()) {
                client.send(GET + "X-A: b\r\n".repeat(3_000) + "\r\n");
                assertRefused(client, 431, "headers_too_large");
            }
            try (RawClient client = door.connect()) {
                client.get("/v1/" + "a".repeat(9_000));
                assertRefused(client, 414, "uri_too_long");
            }
            try (RawClient client = door.connect()) {
                assertThat(client.get("/v1/x", "X-A: " + "a".repeat(15_000))
                                .reply()
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void a_foreign_host_is_421() {
        try (TestDoor door = TestDoor.with(TestDoor::echo)) {
            for (String head : new String[] {
                "GET /v1/x HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                "GET http://evil.example/v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /v1/x HTTP/1.0\r\nHost: evil.example\r\n\r\n"
            }) {
                try (RawClient client = door.connect()) {
                    client.send(head);
                    assertRefused(client, 421, "misdirected_request");
                }
            }
        }
    }

    @Test
    void an_unknown_expectation_is_417() {
        try (TestDoor door = TestDoor.with(TestDoor::echo);
                RawClient client = door.connect()) {
            client.get("/v1/x", "Expect: 200-maybe");
            assertRefused(client, 417, "expectation_failed");
        }
    }

    private static void assertRefused(RawClient client, int status, String code) {
        RawClient.Reply reply = client.reply();
        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("connection", "close")
                .containsKeys("x-request-id", "date");
        assertThat(reply.text())
                .startsWith("{\"error\":{\"message\":\"")
                .contains("\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"" + code + "\"");
        assertThat(client.closed()).isTrue();
    }
}
