package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.config.PemPair;
import dev.olp.config.TlsPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The door through TLS: what holds for plain connections holds there too. */
class TlsDoorTest {
    private static final Duration SHORT = Duration.ofMillis(150);

    @TempDir
    static Path folder;

    private static PemPair pem;
    private static TlsPair pair;
    private static SSLContext trusting;

    @BeforeAll
    static void makeCertificate() throws Exception {
        pem = PemPair.make(folder, "first", "EC");
        pair = TlsPair.read(pem.settings(), Instant.now());
        trusting = pem.trusting();
    }

    static Stream<Arguments> versions() {
        return Stream.of(Transport.best(), Transport.nio())
                .flatMap(transport -> Stream.of("TLSv1.3", "TLSv1.2")
                        .map(version -> Arguments.of(transport.name(), version, transport)));
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("versions")
    void requests_are_served_one_after_another(String name, String version, Transport transport) {
        TestDoor.Options options = options();
        options.transport = transport;
        try (TestDoor door = options.start(TestDoor::echoBody);
                RawClient client = connect(door, version)) {
            for (int round = 0; round < 3; round++) {
                String body = "é漢😀".repeat(10_000 * round);
                assertThat(client.post("/v1/x", body).reply().text()).isEqualTo(body);
            }
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("versions")
    void a_413_reaches_a_client_that_first_writes_everything(String name, String version, Transport transport) {
        TestDoor.Options options = options();
        options.transport = transport;
        try (TestDoor door = options.start(TestDoor::echoBody);
                RawClient client = connect(door, version)) {
            RawClient.Reply reply = client.post("/v1/x", new byte[20 << 20]).reply();
            assertThat(reply.status()).isEqualTo(413);
            assertThat(reply.closes()).isTrue();
            assertThat(client.closed()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.1", "TLSv1"})
    void older_versions_are_refused(String version) {
        try (TestDoor door = options().start(TestDoor::echo)) {
            RawClient client = connect(door, version);
            assertThatThrownBy(() -> client.get("/")).isInstanceOf(UncheckedIOException.class);
            client.vanish();
        }
    }

    /** A client could have itself served handshakes without end. */
    @Test
    void a_second_handshake_on_a_connection_is_refused() {
        try (TestDoor door = options().start(TestDoor::echo)) {
            RawClient client = connect(door, "TLSv1.2");
            assertThat(client.get("/1").reply().status()).isEqualTo(200);
            assertThatThrownBy(() -> {
                        ((SSLSocket) client.socket()).startHandshake();
                        client.get("/2").reply();
                    })
                    .isInstanceOf(Exception.class);
            client.vanish();
            Awaitility.await().until(() -> door.server().openConnections() == 0);
        }
    }

    @Test
    void http_1_1_is_chosen_where_the_client_offers_more() throws Exception {
        try (TestDoor door = options().start(TestDoor::echo);
                SSLSocket socket = (SSLSocket) trusting.getSocketFactory().createSocket("localhost", door.port())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
    }

    @Test
    void a_client_that_speaks_plain_http_is_told() {
        try (TestDoor door = options().start(TestDoor::echo);
                RawClient client = door.connect()) {
            RawClient.Reply reply = client.post("/v1/x", new byte[3 << 20]).reply();
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.text()).contains("https_required");
            assertThat(reply.closes()).isTrue();
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void garbage_that_looks_like_tls_is_closed_and_leaves_nothing() {
        try (TestDoor door = options().start(TestDoor::echo)) {
            byte[] hello = {22, 3, 1, 0, 5, 1, 0, 0, 1, 9};
            byte[] huge = {22, 3, 3, (byte) 0xff, (byte) 0xff, 1};
            byte[] data = {22, 3, 3, 0, 1, 1, 23, 3, 3, 0, 1, 1};
            for (byte[] bytes : new byte[][] {hello, huge, data}) {
                try (RawClient client = door.connect()) {
                    client.send(bytes);
                    client.halfClose();
                    while (!client.closed()) {
                        // an alert
                    }
                }
            }
            Awaitility.await().until(() -> door.server().openConnections() == 0);
        }
    }

    @Test
    void a_handshake_that_does_not_come_to_its_end_is_closed() {
        TestDoor.Options options = options();
        options.head = SHORT;
        try (TestDoor door = options.start(TestDoor::echo);
                RawClient silent = door.connect();
                RawClient slow = door.connect()) {
            slow.send(new byte[] {22, 3, 1, 1});
            assertThat(silent.closed()).isTrue();
            assertThat(slow.closed()).isTrue();
            Awaitility.await().until(() -> door.server().openConnections() == 0);
        }
    }

    @Test
    void a_head_that_does_not_end_is_408() {
        TestDoor.Options options = options();
        options.head = Duration.ofSeconds(2);
        try (TestDoor door = options.start(TestDoor::echo);
                RawClient client = connect(door)) {
            client.send("GET /v1/x HTTP/1.1\r\nHost: localhost\r\nX-A:");
            assertThat(client.reply().status()).isEqualTo(408);
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void a_slow_reader_holds_back_its_producer_and_is_cut_when_it_takes_nothing() {
        TestDoor.Options options = options();
        options.writeStall = Duration.ofMillis(500);
        AtomicLong sent = new AtomicLong();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            sink.begin(TestDoor.text(200));
            try {
                while (true) {
                    sink.send(new byte[10_000]);
                    sent.addAndGet(10_000);
                }
            } catch (ClientGone gone) {
                thrown.complete(gone);
                throw gone;
            }
        };
        try (TestDoor door = options.start(handler);
                RawClient client = RawClient.connect(InetAddress.getLoopbackAddress(), door.port(), 4096)
                        .through(trusting)) {
            client.get("/v1/x").head();
            assertThat(thrown.join()).isInstanceOf(ClientGone.class);
            assertThat(sent.get()).as("bytes that the server took in").isLessThan(4 << 20);
            Awaitility.await().until(() -> door.server().openConnections() == 0);
        }
    }

    static Stream<Arguments> departures() {
        return versions()
                .flatMap(version -> Stream.of(
                        departure(version, "ends its connection", RawClient::vanish),
                        departure(version, "resets", RawClient::reset),
                        departure(version, "says farewell", RawClient::close),
                        departure(version, "stops sending", RawClient::halfClose)));
    }

    private static Arguments departure(Arguments version, String name, Consumer<RawClient> how) {
        return Arguments.of(version.get()[0], version.get()[1], name, version.get()[2], how);
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("departures")
    void a_client_that_goes_away_is_noticed(
            String transport, String version, String name, Transport used, Consumer<RawClient> leave) {
        CompletableFuture<Void> told = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            request.body().read();
            sink.onGone(() -> told.complete(null));
            told.get();
        };
        TestDoor.Options options = options();
        options.transport = used;
        try (TestDoor door = options.start(handler);
                RawClient client = connect(door, version)) {
            client.post("/v1/x", "hello");
            Awaitility.await().until(() -> door.server().activeRequests() == 1);
            leave.accept(client);
            told.join();
            client.vanish();
            Awaitility.await().until(() -> door.server().openConnections() == 0);
        }
    }

    /** RFC 8446, 6.1: who gets an end of the connection without it must take the reply for cut. */
    @Test
    void a_cut_reply_ends_without_the_farewell_of_a_whole_one() throws Exception {
        RequestHandler handler = (request, sink) -> {
            sink.begin(TestDoor.text(200));
            sink.send("half".getBytes(StandardCharsets.UTF_8));
            if (request.path().equals("/cut")) {
                sink.abort();
            } else {
                sink.finish();
            }
        };
        try (TestDoor door = options().start(handler)) {
            try (RawClient client = connect(door)) {
                client.send("GET /whole HTTP/1.0\r\n\r\n").head();
                assertThat(client.readToEnd()).isEqualTo("half");
            }
            try (RawClient client = connect(door)) {
                client.send("GET /cut HTTP/1.0\r\n\r\n").head();
                assertThatThrownBy(client::readToEnd).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void one_byte_a_record_is_read_like_any_other() {
        try (TestDoor door = options().start(TestDoor::echoBody);
                RawClient client = connect(door)) {
            client.send("POST /v1/x HTTP/1.1", "Host: localhost", "Content-Length: 3000", "", "");
            for (int n = 0; n < 3000; n++) {
                client.send("x");
            }
            assertThat(client.reply().text()).isEqualTo("x".repeat(3000));
        }
    }

    @Test
    void another_certificate_is_shown_to_new_connections_and_running_ones_go_on() throws Exception {
        PemPair second = PemPair.make(folder, "second", "RSA");
        TlsPair fresh = TlsPair.read(second.settings(), Instant.now());
        TestDoor.Options options = options();
        DoorCertificate certificate = new DoorCertificate(pair.chain(), pair.key());
        options.certificate = certificate;
        try (TestDoor door = options.start(TestDoor::echo);
                RawClient before = connect(door)) {
            assertThat(before.get("/1").reply().status()).isEqualTo(200);
            certificate.prepare(fresh.chain(), fresh.key()).run();
            assertThat(before.get("/2").reply().status()).isEqualTo(200);
            try (RawClient after = door.connect().through(second.trusting())) {
                assertThat(after.get("/3").reply().status()).isEqualTo(200);
            }
            RawClient mistaken = connect(door);
            assertThatThrownBy(() -> mistaken.get("/4")).isInstanceOf(UncheckedIOException.class);
            mistaken.vanish();
        }
    }

    private static TestDoor.Options options() {
        TestDoor.Options options = TestDoor.options();
        options.certificate = new DoorCertificate(pair.chain(), pair.key());
        return options;
    }

    private static RawClient connect(TestDoor door, String... protocols) {
        return door.connect().through(trusting, protocols);
    }
}
