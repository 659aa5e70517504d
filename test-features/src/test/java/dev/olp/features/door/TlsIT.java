package dev.olp.features.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The built server at https. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TlsIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().tls().server();

    @Test
    void wholeRepliesAndStreamsAreServed() throws IOException {
        Reply reply = olp.chat(Bodies.chat("sonnet", "hello"));

        assertThat(reply.content()).isEqualTo(ANSWER);
        assertThat(reply.headers()).doesNotContainKey("strict-transport-security");
        assertThat(olp.stream(Bodies.stream("sonnet", "hello"))
                        .assertWellFormed()
                        .content())
                .isEqualTo(ANSWER);
    }

    @Test
    void aBodyThatIsTooLargeIsToldSo() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.send(RawHttp.postHead(CHAT, OlpServer.OWNER_TOKEN, 100L << 20)).send(new byte[8 << 20]);

            Refusal.assertIs(http.reply(), 413, "request_too_large");
        }
    }

    @Test
    void aClientThatLeavesTakesItsRunWithIt() throws IOException {
        try (RawHttp http = olp.connect()) {
            http.chat(Bodies.stream("sonnet", "{{silent}}"));
            await().atMost(PATIENCE).until(() -> !olp.processes().isEmpty());
        }
        olp.assertNothingLeft();
    }

    @Test
    void plainHttpIsToldWhatIsSpokenHere() throws IOException {
        try (RawHttp http = RawHttp.connect(olp.port())) {
            http.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");

            Refusal.assertIs(http.reply(), 400, "https_required");
            assertThat(http.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aHostNeedsNoPortAndIsCheckedAsWell() throws IOException {
        for (String host : new String[] {"localhost", "LOCALHOST.", "localhost:443", "[::1]", "127.0.0.1"}) {
            assertThat(live(host)).as(host).isEqualTo(200);
        }
        assertThat(live("rebound.example")).isEqualTo(421);
    }

    @Test
    void commandsTrustTheServersCertificateAlone() throws Exception {
        OlpCommand running = olp.command("keys", "list");
        assertThat(running.exit()).as(running.err()).isZero();

        OlpCommand named = olp.command(
                Map.of("OLP_PROXY_URL", "https://127.0.0.1:" + olp.port(), "OLP_API_KEY", OlpServer.OWNER_TOKEN),
                "keys",
                "list");
        assertThat(named.exit()).as("nobody signed the certificate").isNotZero();
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void anotherCertificateIsServedWithoutARestartAndABrokenOneIsNot() throws Exception {
        try (RawHttp before = olp.connect()) {
            assertThat(before.send(livez("localhost")).reply().status()).isEqualTo(200);
            String log = olp.log();
            Path key = olp.tlsFolder().resolve("key.pem");
            Files.writeString(key, "rubbish");
            await().atMost(PATIENCE)
                    .until(() -> olp.log().substring(log.length()).contains("server.tls.key"));
            assertThat(live("localhost")).as("with the one before").isEqualTo(200);

            olp.renewCertificate();
            await().atMost(PATIENCE)
                    .ignoreExceptionsMatching(SSLException.class::isInstance)
                    .until(() -> live("localhost") == 200);
            assertThat(before.send(livez("localhost")).reply().status())
                    .as("on a connection that was there before")
                    .isEqualTo(200);
        }
        OlpCommand command = olp.command("keys", "list");
        assertThat(command.exit()).as(command.err()).isZero();
        assertThat(olp.log()).doesNotContain("PRIVATE KEY-----");
    }

    private static int live(String host) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.send(livez(host)).reply().status();
        }
    }

    private static String livez(String host) {
        return "GET /livez HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    }
}
