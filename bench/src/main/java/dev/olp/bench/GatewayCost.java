package dev.olp.bench;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Reply;
import dev.olp.fakeupstream.Scenario;
import dev.olp.gateway.Gateway;
import dev.olp.gateway.GatewayBudget;
import dev.olp.gateway.GatewayRun;
import dev.olp.gateway.GatewaySpec;
import dev.olp.gateway.SocketAccess;
import dev.olp.gateway.UpstreamUrl;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.provider.UpstreamApi;
import dev.olp.provider.builtin.Providers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What the gateway costs: the CPU time of its threads while a stream passes, beside the time that the stream takes. */
final class GatewayCost {
    private static final int PARTS = 256;
    private static final int PART_BYTES = 4096;
    /** A megabyte in about five seconds: a hundred times as fast as a model writes. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private static final double TARGET = 0.03;
    private final Path folder;

    /** @param folder short: a socket lies in it */
    GatewayCost(Path folder) {
        this.folder = folder;
    }

    List<Row> measure() throws IOException {
        Provider claude = Providers.builtIn().getFirst();
        Login login = new Login(Login.Kind.OAUTH_TOKEN, OlpProcess.LOGIN, null);
        UpstreamApi api = claude.upstreamApi(login);
        try (FakeUpstream upstream = FakeUpstream.start();
                Gateway gateway = Gateway.start(new SecureRandom());
                GatewayRun run = gateway.open(new GatewaySpec(
                        Files.createDirectories(folder).resolve("g"),
                        SocketAccess.ours(),
                        UpstreamUrl.of(upstream.url(Scenario.SCRIPT)),
                        login,
                        api.loginStyle(),
                        api.allowed(),
                        GatewayBudget.lasting(Duration.ofMinutes(2)),
                        limits -> {}))) {
            stream(upstream, run, Duration.ZERO); // warm
            stream(upstream, run, Duration.ZERO);
            double before = cpuMs();
            long started = System.nanoTime();
            stream(upstream, run, PAUSE);
            double took = (System.nanoTime() - started) / 1e6;
            double cpu = cpuMs() - before;
            return List.of(Row.of(
                    "CPU of the gateway for a stream of 1 MiB, ms",
                    cpu,
                    took,
                    "the stream's time",
                    "< 3 %",
                    cpu / took < TARGET,
                    PARTS + " parts of 4 KiB, %.2f %%".formatted(cpu / took * 100)));
        }
    }

    private static void stream(FakeUpstream upstream, GatewayRun run, Duration pause) throws IOException {
        byte[] part = new byte[PART_BYTES];
        Arrays.fill(part, (byte) 'x');
        upstream.next(new Reply.Response(
                200,
                Map.of("content-type", "text/event-stream"),
                Collections.nCopies(PARTS, part),
                pause,
                Reply.Ending.COMPLETE));
        String body = "{\"model\":\"claude-sonnet-4-6\",\"stream\":true,\"messages\":[]}";
        String request = "POST /v1/messages?beta=true HTTP/1.1\r\nHost: olp.invalid\r\nAuthorization: Bearer "
                + run.token() + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\nConnection: close\r\n\r\n" + body;
        long read = 0;
        try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.connect(UnixDomainSocketAddress.of(run.socket()));
            socket.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            for (int count = 0; count >= 0; count = socket.read(buffer.clear())) {
                read += count;
            }
        }
        if (read < (long) PARTS * PART_BYTES) {
            throw new IOException("only " + read + " bytes came through the gateway; refused: " + run.refusals());
        }
    }

    /** Of the gateway's own threads. */
    private static double cpuMs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                        .filter(thread ->
                                thread != null && thread.getThreadName().startsWith("gateway"))
                        .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                        .sum()
                / 1e6;
    }
}
