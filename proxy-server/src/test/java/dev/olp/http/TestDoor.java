package dev.olp.http;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real server on a free loopback port, with generous times unless a test says otherwise. */
final class TestDoor implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-03-05T07:08:09Z");

    private final HttpServer server;
    final ByteBudget bodies;
    final ByteBudget work;

    private TestDoor(HttpServer server, ByteBudget bodies, ByteBudget work) {
        this.server = server;
        this.bodies = bodies;
        this.work = work;
    }

    static TestDoor with(RequestHandler handler) {
        return new Options().start(handler);
    }

    static Options options() {
        return new Options();
    }

    HttpServer server() {
        return server;
    }

    int port() {
        return server.boundPort();
    }

    RawClient connect() {
        return RawClient.connect(port());
    }

    @Override
    public void close() {
        try {
            server.close(Duration.ofMillis(200));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers 200 with the method, the path and the body. */
    static void echo(InboundRequest request, ResponseSink sink) throws Exception {
        byte[] body = request.body().read();
        sink.reply(
                text(200),
                (request.method() + " " + request.path() + " " + utf8(body)).getBytes(StandardCharsets.UTF_8));
    }

    static void echoBody(InboundRequest request, ResponseSink sink) throws Exception {
        sink.reply(text(200), request.body().read());
    }

    static ResponseHead text(int status) {
        return new ResponseHead(status, Map.of("content-type", "text/plain; charset=utf-8"));
    }

    static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static final class Options {
        List<InetAddress> bind = List.of(InetAddress.getLoopbackAddress());
        int maxBody = 1 << 20;
        int maxHeader = 16 * 1024;
        int maxLine = 8 * 1024;
        int maxConnections = 200;
        int maxConnectionsPerAddress = 200;
        Duration head = Duration.ofSeconds(30);
        Duration idle = Duration.ofSeconds(30);
        Duration bodyProgress = Duration.ofSeconds(30);
        Duration bodyTotal = Duration.ofSeconds(60);
        Duration writeStall = Duration.ofSeconds(30);
        Duration linger = Duration.ofSeconds(10);
        Duration budgetPatience = Duration.ofSeconds(30);
        long budget = 64 << 20;
        List<String> hosts = new ArrayList<>();
        List<String> proxies = List.of();
        List<String> origins = List.of("*");
        Transport transport = Transport.best();

        @Nullable
        DoorCertificate certificate;

        TestDoor start(RequestHandler handler) {
            HttpSettings settings = new HttpSettings(
                    bind,
                    0,
                    maxBody,
                    maxHeader,
                    maxLine,
                    maxConnections,
                    maxConnectionsPerAddress,
                    head,
                    idle,
                    bodyProgress,
                    bodyTotal,
                    writeStall,
                    linger,
                    hosts,
                    proxies,
                    origins);
            ByteBudget bodies = new ByteBudget("request bodies", budget, budgetPatience);
            ByteBudget work = new ByteBudget("work", budget, budgetPatience);
            AtomicInteger ids = new AtomicInteger();
            DoorParts parts = new DoorParts(
                    handler,
                    bodies,
                    work,
                    () -> "req_" + ids.incrementAndGet(),
                    Clock.fixed(NOW, ZoneOffset.UTC),
                    System::nanoTime,
                    Optional.ofNullable(certificate));
            try {
                return new TestDoor(HttpServer.start(settings, parts, transport), bodies, work);
            } catch (CannotBind failure) {
                throw new AssertionError(failure);
            }
        }
    }
}
