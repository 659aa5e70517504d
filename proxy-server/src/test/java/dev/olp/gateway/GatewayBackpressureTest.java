package dev.olp.gateway;

import static dev.olp.gateway.GatewayFixture.CALL;
import static dev.olp.gateway.SocketClient.head;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever reads slowly slows the other side down; the gateway holds little in between. */
@Timeout(120)
class GatewayBackpressureTest {
    private static final int TOTAL = 64 << 20;
    private static final int STEP = 64 << 10;
    /** Both kernels' buffers and our high-water marks; a thirtieth of what is sent. */
    private static final long MOST_HELD = 2 << 20;

    private static final GatewayBudget WIDE = new GatewayBudget(9, 1L << 30, 1L << 30, Duration.ofMinutes(5));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @TempDir
    private Path folder;

    private ServerSocket listening;
    private GatewayFixture fixture;

    @BeforeEach
    void start() throws IOException {
        fixture = new GatewayFixture(folder);
        listening = new ServerSocket();
        listening.setReceiveBufferSize(STEP);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
        listening.close();
        threads.close();
    }

    @Test
    void aChildThatReadsSlowlyHoldsTheUpstreamBack() throws Exception {
        GatewayRun run = fixture.anthropic("http://127.0.0.1:" + listening.getLocalPort(), WIDE);
        Future<?> upstream = threads.submit(() -> {
            try (Socket socket = listening.accept()) {
                awaitHead(socket.getInputStream());
                socket.getInputStream().readNBytes("{}".length());
                OutputStream out = socket.getOutputStream();
                out.write(("HTTP/1.1 200 OK\r\nContent-Length: " + TOTAL + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                for (int sent = 0; sent < TOTAL; sent += STEP) {
                    out.write(new byte[STEP]);
                }
            }
            return null;
        });

        try (SocketClient child = SocketClient.connect(run.socket())) {
            child.send(GatewayFixture.call(run, "{}")).readHead();
            for (long read = 0; read < TOTAL; read += STEP) {
                assertThat(run.bytesDown() - read)
                        .as("held after %s bytes", read)
                        .isLessThan(MOST_HELD);
                child.exactly(STEP);
            }
        }
        upstream.get();
        assertThat(run.bytesDown()).isEqualTo(TOTAL);
    }

    @Test
    void anUpstreamThatReadsSlowlyHoldsTheChildBack() throws Exception {
        GatewayRun run = fixture.anthropic("http://127.0.0.1:" + listening.getLocalPort(), WIDE);
        try (SocketClient child = SocketClient.connect(run.socket())) {
            Future<?> sending = threads.submit(() -> {
                child.send(head(CALL, "x-api-key: " + run.token(), "Content-Length: " + TOTAL));
                for (int sent = 0; sent < TOTAL; sent += STEP) {
                    child.send(new byte[STEP]);
                }
                return null;
            });

            try (Socket socket = listening.accept()) {
                InputStream in = socket.getInputStream();
                awaitHead(in);
                for (long read = 0; read < TOTAL; read += STEP) {
                    assertThat(run.bytesUp() - read)
                            .as("held after %s bytes", read)
                            .isLessThan(MOST_HELD);
                    assertThat(in.readNBytes(STEP)).hasSize(STEP);
                }
                sending.get();
                socket.getOutputStream()
                        .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(child.readHead().status()).isEqualTo(200);
            }
        }
    }

    private static void awaitHead(InputStream in) throws IOException {
        StringBuilder seen = new StringBuilder();
        while (!seen.toString().endsWith("\r\n\r\n")) {
            seen.append((char) in.read());
        }
    }
}
