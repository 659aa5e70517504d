package dev.olp.features.door;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Request bodies, byte by byte. Each names a model that does not exist, so that it is read whole and nothing is started;
 * what was read is in the audit log.
 */
class BodiesIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final int CAP = 64 << 10;
    private static final String MODEL = "mödel-中文-😀";
    private static final byte[] BODY = Bodies.chat(MODEL, "Grüße 中文 😀 \u0001").getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/server/max_body_bytes", Integer.toString(CAP))
            .server();

    @AfterEach
    void nothingWasSpawned() {
        assertThat(olp.notes("starts")).isEmpty();
    }

    /** A content coding. */
    enum Coding {
        PLAIN("identity"),
        GZIP("gzip"),
        ZLIB("deflate"),
        BARE_DEFLATE("deflate"),
        ZSTD("zstd");

        private final String header;

        Coding(String header) {
            this.header = "Content-Encoding: " + header;
        }

        byte[] encode(byte[] plain) throws IOException {
            return switch (this) {
                case PLAIN -> plain;
                case GZIP -> through(plain, GZIPOutputStream::new);
                case ZLIB -> through(plain, DeflaterOutputStream::new);
                case BARE_DEFLATE ->
                    through(
                            plain,
                            out -> new DeflaterOutputStream(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true)));
                case ZSTD -> Zstd.compress(plain);
            };
        }

        private interface Layer {
            OutputStream over(OutputStream out) throws IOException;
        }

        private static byte[] through(byte[] plain, Layer layer) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (OutputStream out = layer.over(bytes)) {
                out.write(plain);
            }
            return bytes.toByteArray();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyCodingIsReadExactly(Coding coding) throws Exception {
        assertReadExactly(post(coding.encode(BODY), coding.header));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void aBombIsCutAtTheCap(Coding coding) throws IOException {
        byte[] bomb = coding.encode(new byte[32 << 20]);
        assertThat(bomb.length).as("small on the wire").isLessThan(CAP);

        Refusal.assertIs(post(bomb, coding.header), 413, "request_too_large");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PLAIN")
    void aDamagedBodyIsRefused(Coding coding) throws IOException {
        byte[] cut = coding.encode(BODY);
        Refusal.assertIs(post(Arrays.copyOf(cut, cut.length - 5), coding.header), 400, "invalid_encoding");
        Refusal.assertIs(
                post("no such thing".getBytes(StandardCharsets.US_ASCII), coding.header), 400, "invalid_encoding");
    }

    @ParameterizedTest
    @ValueSource(strings = {"br", "compress", "gzip, zstd", "gzip, gzip", "x", "GZIP;q=1"})
    void anUnknownCodingIsRefusedAndTheKnownOnesNamed(String coding) throws IOException {
        Reply reply = post(BODY, "Content-Encoding: " + coding);

        Refusal.assertIs(reply, 415, "unsupported_encoding");
        assertThat(reply.header("accept-encoding")).isEqualTo("gzip, deflate, zstd");
    }

    @Test
    void aBodyIsExactWhereverItIsCut() throws Exception {
        try (RawHttp http = olp.connect();
                Ledger ledger = Ledger.of(olp.home())) {
            for (int cut = 1; cut < BODY.length; cut++) {
                http.send(RawHttp.postHead(CHAT, OlpServer.OWNER_TOKEN, BODY.length));
                http.send(Arrays.copyOf(BODY, cut)).send(Arrays.copyOfRange(BODY, cut, BODY.length));
                Reply reply = http.reply();
                Refusal.assertIs(reply, 404, "model_not_found", "model");
                assertThat(ledger.row(reply).requestedModel())
                        .as("cut at " + cut)
                        .isEqualTo(MODEL);
            }
        }
    }

    @Test
    void aBodyIsExactInSegmentsAndInChunksOfOneByte() throws Exception {
        try (RawHttp http = olp.connect()) {
            http.send(RawHttp.postHead(CHAT, OlpServer.OWNER_TOKEN, BODY.length));
            for (byte one : BODY) {
                http.send(new byte[] {one});
            }
            assertReadExactly(http.reply());

            http.send("POST " + CHAT + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + OlpServer.OWNER_TOKEN
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (byte one : BODY) {
                http.send(new byte[] {'1', '\r', '\n', one, '\r', '\n'});
            }
            assertReadExactly(http.send("0\r\n\r\n").reply());
        }
    }

    @Test
    void a413ArrivesAtAClientThatWritesEverythingFirst() throws IOException {
        byte[] large = new byte[8 << 20];
        Arrays.fill(large, (byte) ' ');
        try (RawHttp http = olp.connect()) {
            Refusal.assertIs(http.post(CHAT, OlpServer.OWNER_TOKEN, large).reply(), 413, "request_too_large");
            assertThat(http.isClosedByServer()).isTrue();
        }
    }

    @Test
    void a413OfADeclaredLengthComesBeforeTheBody() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(RawHttp.postHead(CHAT, OlpServer.OWNER_TOKEN, 50L << 20));

            Refusal.assertIs(http.reply(), 413, "request_too_large");
        }
    }

    @Test
    void chunksPastTheCapAreRefused() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send("POST " + CHAT + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + OlpServer.OWNER_TOKEN
                    + "\r\nTransfer-Encoding: chunked\r\n\r\n");
            http.send("20000\r\n" + " ".repeat(0x20000) + "\r\n0\r\n\r\n");

            Refusal.assertIs(http.reply(), 413, "request_too_large");
        }
    }

    @Test
    void aBodyOfExactlyTheCapIsRead() throws Exception {
        byte[] full = Arrays.copyOf(BODY, CAP);
        Arrays.fill(full, BODY.length, CAP, (byte) ' ');

        Refusal.assertIs(post(full, "X-Exact: 1"), 404, "model_not_found");
    }

    @Test
    void aCallerWithoutAKeyIsRefusedBeforeAnyByteIsInflated() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(RawHttp.postHead(CHAT, "wrong", CAP, "Content-Encoding: br"));

            Refusal.assertIs(http.reply(), 401, "invalid_api_key");
        }
    }

    private static void assertReadExactly(Reply reply) throws NoSuchAlgorithmException {
        Refusal.assertIs(reply, 404, "model_not_found", "model");
        try (Ledger ledger = Ledger.of(olp.home())) {
            String hash = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(BODY));
            assertThat(ledger.row(reply).requestHash()).isEqualTo(hash);
            assertThat(ledger.row(reply).requestedModel()).isEqualTo(MODEL);
        }
    }

    private static Reply post(byte[] body, String header) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.post(CHAT, OlpServer.OWNER_TOKEN, body, header).reply();
        }
    }
}
