package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Start, full house, drain and end of the server. */
class LifecycleTest {
    private static final InetAddress V4 = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress V6 = InetAddress.ofLiteral("::1");

    @Test
    void port_0_gives_both_loopback_families_the_same_port() {
        TestDoor.Options options = TestDoor.options();
        options.bind = List.of(V4, V6);
        RequestHandler peer = (request, sink) ->
                sink.reply(TestDoor.text(200), request.peer().getHostAddress().getBytes(StandardCharsets.UTF_8));
        for (Transport transport : List.of(Transport.best(), Transport.nio())) {
            options.transport = transport;
            try (TestDoor door = options.start(peer)) {
                try (RawClient client = RawClient.connect(V4, door.port(), 0)) {
                    assertThat(client.get("/").reply().text()).isEqualTo("127.0.0.1");
                }
                try (RawClient client = RawClient.connect(V6, door.port(), 0)) {
                    assertThat(client.get("/").reply().text()).isEqualTo("0:0:0:0:0:0:0:1");
                }
            }
        }
    }

    @Test
    void both_wildcards_are_one_listener_and_our_address_is_a_valid_host() throws Exception {
        TestDoor.Options options = TestDoor.options();
        options.bind = List.of(InetAddress.ofLiteral("0.0.0.0"), InetAddress.ofLiteral("::"));
        try (TestDoor door = options.start(TestDoor::echo)) {
            for (InetAddress address : List.of(V4, V6)) {
                try (RawClient client = RawClient.connect(address, door.port(), 0)) {
                    assertThat(client.get("/").reply().status()).isEqualTo(200);
                }
            }
        }
    }

    @Test
    void a_missing_ipv6_address_is_no_obstacle() {
        TestDoor.Options options = TestDoor.options();
        options.bind = List.of(V4, InetAddress.ofLiteral("2001:db8:1::1"));
        try (TestDoor door = options.start(TestDoor::echo);
                RawClient client = door.connect()) {
            assertThat(client.get("/").reply().status()).isEqualTo(200);
        }
    }

    @Test
    void a_missing_ipv4_address_or_nothing_at_all_stops_the_start() {
        assertThatThrownBy(() -> start(List.of(InetAddress.ofLiteral("192.0.2.1")), 0))
                .isInstanceOf(CannotBind.class)
                .hasMessageContaining("192.0.2.1");
        assertThatThrownBy(() -> start(List.of(InetAddress.ofLiteral("2001:db8:1::1")), 0))
                .isInstanceOf(CannotBind.class);
    }

    /** S23 */
    @Test
    void a_port_in_use_names_the_address_and_the_holder() throws Exception {
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(V4, 0));
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> start(List.of(V4), port))
                    .isInstanceOf(CannotBind.class)
                    .hasMessageContaining("port " + port + " on 127.0.0.1 is in use")
                    .hasMessageContaining("(pid " + ProcessHandle.current().pid() + ")");
            assertThat(new PortHolder(Path.of("/proc")).find(port)).isPresent();
        }
    }

    @Test
    void without_proc_the_holder_is_simply_not_named() {
        assertThat(new PortHolder(Path.of("/nonexistent")).find(80)).isEmpty();
    }

    @Test
    void one_connection_too_many_is_told_so_and_the_others_go_on() {
        TestDoor.Options options = TestDoor.options();
        options.maxConnections = 2;
        try (TestDoor door = options.start(TestDoor::echo)) {
            List<RawClient> clients = new ArrayList<>();
            for (int n = 0; n < 2; n++) {
                RawClient client = door.connect();
                clients.add(client);
                assertThat(client.get("/").reply().status()).isEqualTo(200);
            }
            try (RawClient third = door.connect()) {
                RawClient.Reply reply = third.get("/v1/x").reply();
                assertThat(reply.status()).isEqualTo(503);
                assertThat(reply.text()).contains("overloaded");
                assertThat(reply.headers()).containsKey("retry-after");
                assertThat(third.closed()).isTrue();
            }
            clients.forEach(
                    client -> assertThat(client.get("/").reply().status()).isEqualTo(200));
            clients.forEach(RawClient::close);
            Awaitility.await().until(() -> door.server().openConnections() == 0);
            try (RawClient next = door.connect()) {
                assertThat(next.get("/").reply().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void a_drain_ends_idle_connections_and_lets_running_requests_finish() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            if (request.path().equals("/slow")) {
                go.get();
            }
            TestDoor.echo(request, sink);
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient idle = door.connect();
                RawClient busy = door.connect()) {
            assertThat(idle.get("/").reply().closes()).isFalse();
            busy.get("/slow");
            Awaitility.await().until(() -> door.server().activeRequests() == 1);
            door.server().stopAccepting();
            assertThat(idle.closed()).isTrue();
            assertThatThrownBy(door::connect).isInstanceOf(java.io.UncheckedIOException.class);
            go.complete(null);
            RawClient.Reply reply = busy.reply();
            assertThat(reply.text()).isEqualTo("GET /slow ");
            assertThat(reply.closes()).isTrue();
            assertThat(door.server().close(Duration.ofSeconds(20))).isTrue();
        }
    }

    @Test
    void after_the_drain_time_what_is_left_is_cut_and_its_handler_told() throws Exception {
        CompletableFuture<Void> told = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            sink.onGone(() -> told.complete(null));
            told.get();
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = door.connect()) {
            client.get("/");
            Awaitility.await().until(() -> door.server().activeRequests() == 1);
            assertThat(door.server().close(Duration.ofMillis(10))).isTrue();
            assertThat(told).isDone();
            assertThat(client.closed()).isTrue();
        }
    }

    private static HttpServer start(List<InetAddress> bind, int port) throws CannotBind {
        HttpSettings base = HttpSettings.onLoopback(port);
        HttpSettings settings = new HttpSettings(
                bind,
                port,
                1,
                1024,
                1024,
                1,
                1,
                base.headTimeout(),
                base.idleTimeout(),
                base.bodyProgressTimeout(),
                base.bodyTotalTimeout(),
                base.writeStallTimeout(),
                base.lingerTimeout(),
                List.of(),
                List.of(),
                List.of());
        ByteBudget bodies = new ByteBudget("bodies", 1 << 20, Duration.ZERO);
        return HttpServer.start(
                settings,
                new DoorParts(
                        TestDoor::echo,
                        bodies,
                        bodies,
                        () -> "id",
                        Clock.systemUTC(),
                        System::nanoTime,
                        Optional.empty()));
    }
}
