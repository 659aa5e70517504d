package dev.olp.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.gateway.SocketClient.Head;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An upstream with a certificate for {@code localhost} that only one of the gateways trusts. */
@Timeout(60)
class GatewayTlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @TempDir
    private Path folder;

    private KeyStore keys;
    private SSLServerSocket listening;

    @BeforeEach
    void start() throws Exception {
        keys = certificateFor("localhost");
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys, PASSWORD);
        SSLContext server = SSLContext.getInstance("TLS");
        server.init(own.getKeyManagers(), null, null);
        listening = (SSLServerSocket)
                server.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        listening.close();
        threads.close();
    }

    @Test
    void aTrustedUpstreamIsSpokenTo() throws Exception {
        Future<String> asked = threads.submit(this::answerOnce);
        try (GatewayFixture fixture =
                new GatewayFixture(folder, Gateway.start(true, new SecureRandom(), trusting(), Resolver.SYSTEM))) {
            Head head = call(fixture, "localhost");

            assertThat(head.status()).isEqualTo(200);
            assertThat(asked.get()).startsWith("POST /v1/messages?beta=true").contains("real-key");
        }
    }

    @Test
    void aCertificateForAnotherNameIsRefused() throws Exception {
        Future<String> asked = threads.submit(this::answerOnce);
        try (GatewayFixture fixture =
                new GatewayFixture(folder, Gateway.start(true, new SecureRandom(), trusting(), Resolver.SYSTEM))) {
            assertThat(call(fixture, "127.0.0.1").status()).isEqualTo(502);
            assertThatThrownBy(asked::get).hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void aCertificateThatNobodySignedIsRefusedByTheRealRoots() throws Exception {
        Future<String> asked = threads.submit(this::answerOnce);
        try (GatewayFixture fixture = new GatewayFixture(folder)) {
            assertThat(call(fixture, "localhost").status()).isEqualTo(502);
            assertThatThrownBy(asked::get).hasCauseInstanceOf(IOException.class);
        }
    }

    private Head call(GatewayFixture fixture, String host) throws IOException {
        GatewayRun run = fixture.anthropic("https://" + host + ":" + listening.getLocalPort());
        try (SocketClient child = SocketClient.connect(run.socket())) {
            return child.send(GatewayFixture.call(run, "{}")).readHead();
        }
    }

    private String answerOnce() throws IOException {
        try (SSLSocket socket = (SSLSocket) listening.accept()) {
            InputStream in = socket.getInputStream();
            StringBuilder seen = new StringBuilder();
            while (!seen.toString().endsWith("{}")) {
                int next = in.read();
                if (next < 0) {
                    throw new EOFException("no request");
                }
                seen.append((char) next);
            }
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return seen.toString();
        }
    }

    private SslContext trusting() throws Exception {
        TrustManagerFactory roots = TrustManagerFactory.getInstance("PKIX");
        roots.init(keys);
        return Gateway.tls(SslContextBuilder.forClient().trustManager(roots));
    }

    private KeyStore certificateFor(String name) throws Exception {
        Path store = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "upstream",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=dns:" + name,
                        "-ext",
                        "bc:c",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(PASSWORD),
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            made.load(in, PASSWORD);
        }
        KeyStore full = KeyStore.getInstance("PKCS12");
        full.load(null, null);
        full.setKeyEntry("upstream", made.getKey("upstream", PASSWORD), PASSWORD, made.getCertificateChain("upstream"));
        full.setCertificateEntry("root", made.getCertificate("upstream"));
        return full;
    }
}
