package dev.olp.gateway.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.gateway.GatewayBudget;
import dev.olp.gateway.SocketClient;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What passes, and how it ends. */
@Timeout(120)
class EgressTunnelTest {
    private static final int TOTAL = 64 << 20;
    private static final int STEP = 64 << 10;
    /** Both kernels' buffers and our high-water marks; a thirtieth of what is sent. */
    private static final long MOST_HELD = 2 << 20;

    private static final GatewayBudget WIDE = new GatewayBudget(9, 1L << 30, 1L << 30, Duration.ofMinutes(5));
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @TempDir
    private Path folder;

    private EgressFixture fixture;

    @BeforeEach
    void start() throws IOException {
        fixture = new EgressFixture(folder);
    }

    @AfterEach
    void stop() throws IOException {
        fixture.close();
        threads.close();
    }

    /** Opens a tunnel in which this was said first, and takes it at the host. */
    private Socket host(SocketClient child, byte[] hello) throws Exception {
        child.send(hello);
        Socket host = fixture.host.accept();
        assertThat(host.getInputStream().readNBytes(hello.length)).isEqualTo(hello);
        return host;
    }

    @ParameterizedTest
    @ValueSource(strings = {"api.example.com", "api.example.com.", "API.example.com"})
    void aListedHostIsReachedAndAnswers(String spelt) throws Exception { // E01
        EgressRun run = fixture.open();
        try (SocketClient child = EgressFixture.connect(run)) {
            child.send(EgressFixture.head(spelt + ":" + fixture.port()));
            assertThat(child.readHead().status()).isEqualTo(200);
            try (Socket host = host(child, fixture.hello)) {
                host.getOutputStream().write("down".getBytes(StandardCharsets.US_ASCII));
                assertThat(child.exactly(4)).asString(StandardCharsets.US_ASCII).isEqualTo("down");
                child.send("up");
                assertThat(host.getInputStream().readNBytes(2))
                        .asString(StandardCharsets.US_ASCII)
                        .isEqualTo("up");
            }
            assertThat(child.atEnd()).isTrue();
        }
        assertThat(run.refusals()).isEmpty();
        assertThat(run.bytesDown()).isEqualTo(4);
        assertThat(fixture.lookups).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 100, 300})
    void aHelloMayComeInManyRecords(int size) throws Exception {
        EgressRun run = fixture.open();
        byte[] hello = Hello.inRecords(fixture.hello, size);
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, hello)) {
            assertThat(host.isConnected()).isTrue();
        }
        assertThat(run.bytesUp()).isEqualTo(hello.length);
    }

    @Test
    void aHelloMayComeByteByByte() throws Exception {
        EgressRun run = fixture.open();
        byte[] hello = fixture.hello;
        try (SocketClient child = fixture.tunnel(run)) {
            for (byte each : hello) {
                child.send(new byte[] {each});
            }
            try (Socket host = fixture.host.accept()) {
                assertThat(host.getInputStream().readNBytes(hello.length)).isEqualTo(hello);
            }
        }
    }

    @Test
    void theNextAddressIsTriedWhereOneIsDead() throws Exception {
        fixture.leadTo(InetAddress.ofLiteral("127.0.0.9"), fixture.host.getInetAddress());
        EgressRun run = fixture.open();
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, fixture.hello)) {
            assertThat(host.isConnected()).isTrue();
        }
    }

    @Test
    void aHostThatReadsSlowlyHoldsTheChildBack() throws Exception {
        EgressRun run = fixture.open(WIDE);
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, fixture.hello)) {
            long before = run.bytesUp();
            Future<?> sending = threads.submit(() -> {
                for (int sent = 0; sent < TOTAL; sent += STEP) {
                    child.send(new byte[STEP]);
                }
                return null;
            });
            for (long read = 0; read < TOTAL; read += STEP) {
                assertThat(run.bytesUp() - before - read).isLessThan(MOST_HELD);
                assertThat(host.getInputStream().readNBytes(STEP)).hasSize(STEP);
            }
            sending.get();
        }
    }

    @Test
    void aChildThatReadsSlowlyHoldsTheHostBack() throws Exception {
        EgressRun run = fixture.open(WIDE);
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, fixture.hello)) {
            Future<?> sending = threads.submit(() -> {
                for (int sent = 0; sent < TOTAL; sent += STEP) {
                    host.getOutputStream().write(new byte[STEP]);
                }
                host.close();
                return null;
            });
            for (long read = 0; read < TOTAL; read += STEP) {
                assertThat(run.bytesDown() - read).isLessThan(MOST_HELD);
                child.exactly(STEP);
            }
            assertThat(child.atEnd()).isTrue();
            sending.get();
        }
    }

    @Test
    void aChildThatLeavesTakesItsTunnelAlong() throws Exception {
        EgressRun run = fixture.open();
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, fixture.hello)) {
            child.close();
            assertThat(host.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void anUploadWithoutEndIsCutAtTheBudget() throws Exception { // E14
        EgressRun run = fixture.open(new GatewayBudget(9, 1 << 20, 1 << 20, Duration.ofMinutes(5)));
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, fixture.hello)) {
            Future<Long> read = threads.submit(() -> host.getInputStream().transferTo(OutputStream.nullOutputStream()));
            assertThatThrownBy(() -> {
                        while (true) {
                            child.send(new byte[STEP]);
                        }
                    })
                    .isInstanceOf(IOException.class);
            assertThat(read.get()).isLessThanOrEqualTo(1 << 20);
        }
        assertThat(run.refusals()).containsOnlyKeys(EgressRefusal.BYTES_UP_SPENT);
    }

    @Test
    void aDownloadWithoutEndIsCutAtTheBudget() throws Exception { // E14
        EgressRun run = fixture.open(new GatewayBudget(9, 1 << 20, 1 << 20, Duration.ofMinutes(5)));
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, fixture.hello)) {
            Future<?> sending = threads.submit(() -> {
                while (true) {
                    host.getOutputStream().write(new byte[STEP]);
                }
            });
            int read = 0;
            while (!child.atEnd()) {
                read++;
            }
            assertThat(read).isLessThanOrEqualTo(1 << 20);
            assertThatThrownBy(sending::get).hasCauseInstanceOf(IOException.class);
        }
        assertThat(run.refusals()).containsOnlyKeys(EgressRefusal.BYTES_DOWN_SPENT);
    }

    @Test
    void whenTheTimeIsUpTunnelsAreCutAndNoNewOnesMade() throws Exception { // E14
        EgressRun run = fixture.open(new GatewayBudget(9, 1 << 20, 1 << 20, Duration.ofSeconds(2)));
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, fixture.hello)) {
            assertThat(host.getInputStream().read()).isEqualTo(-1);
            assertThat(child.atEnd()).isTrue();
        }
        try (SocketClient late = EgressFixture.connect(run)) {
            late.send(EgressFixture.head(EgressFixture.HOST + ":" + fixture.port()));
            assertThat(late.readHead().status()).isEqualTo(429);
        }
        assertThat(run.refusals()).containsOnlyKeys(EgressRefusal.TIME_SPENT);
    }

    @Test
    void theSocketIsOursAloneAndItsEndCutsWhatRuns() throws Exception {
        EgressRun run = fixture.open();
        Path socket = run.socket().orElseThrow();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
        try (SocketClient child = fixture.tunnel(run);
                Socket host = host(child, fixture.hello)) {
            run.close();
            run.close();
            assertThat(host.getInputStream().read()).isEqualTo(-1);
            assertThat(child.atEnd()).isTrue();
        }
        assertThat(socket).doesNotExist();
    }

    @Test
    void theGatesEndIsThatOfItsRuns() throws Exception {
        EgressRun run = fixture.open();
        fixture.close();
        assertThat(run.socket().orElseThrow()).doesNotExist();
    }

    @Test
    void whoMayReachNobodyHasNoSocket() throws Exception {
        EgressRun run = fixture.open(List.of(), EgressFixture.BUDGET);
        assertThat(run.socket()).isEmpty();
        assertThat(folder).isEmptyDirectory();
        run.close();
    }

    @Test
    void twoRunsSpendFromTheirOwnBudgets() throws Exception {
        EgressRun one = fixture.open();
        EgressRun two = fixture.open();
        try (SocketClient child = fixture.tunnel(one);
                Socket host = host(child, fixture.hello)) {
            assertThat(host.isConnected()).isTrue();
        }
        Awaitility.await().until(() -> one.bytesUp() > 0);
        assertThat(two.bytesUp()).isZero();
    }
}
