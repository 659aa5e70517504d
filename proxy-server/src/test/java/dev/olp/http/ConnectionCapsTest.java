package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More connections than there is room for, of one address or of all. */
class ConnectionCapsTest {
    private final List<RawClient> clients = new ArrayList<>();

    @AfterEach
    void closeAll() {
        clients.forEach(RawClient::close);
    }

    @Test
    void an_address_with_too_many_is_told_so_and_served_again_when_one_is_closed() {
        TestDoor.Options options = TestDoor.options();
        options.maxConnectionsPerAddress = 3;
        try (TestDoor door = options.start(TestDoor::echo)) {
            fill(door, 3);
            RawClient.Reply refused = another(door).get("/v1/x").reply();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text()).contains("overloaded");
            assertThat(refused.headers()).containsKey("retry-after");
            assertThat(refused.closes()).isTrue();

            clients.forEach(RawClient::close);
            Awaitility.await().until(() -> door.server().openConnections() == 0);
            assertThat(another(door).get("/v1/x").reply().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/livez", "/readyz", "/health", "/v0/management/keys"})
    void probes_and_the_operators_commands_are_answered_once(String path) {
        TestDoor.Options options = TestDoor.options();
        options.maxConnectionsPerAddress = 2;
        try (TestDoor door = options.start(TestDoor::echo)) {
            fill(door, 2);
            RawClient.Reply reply = another(door).post(path, "body").reply();
            assertThat(reply.text()).isEqualTo("POST " + path + " body");
            assertThat(reply.closes()).isTrue();
        }
    }

    /** As many again wait to be told; who holds those too gets no further, except on this machine. */
    @Test
    void loopback_is_told_however_many_it_has_open() {
        TestDoor.Options options = TestDoor.options();
        options.maxConnectionsPerAddress = 2;
        try (TestDoor door = options.start(TestDoor::echo)) {
            for (int n = 0; n < 10; n++) {
                another(door);
            }
            assertThat(another(door).get("/livez").reply().status()).isEqualTo(200);
        }
    }

    @Test
    void a_house_that_is_twice_full_lets_nobody_in() {
        TestDoor.Options options = TestDoor.options();
        options.maxConnections = 2;
        try (TestDoor door = options.start(TestDoor::echo)) {
            fill(door, 2);
            another(door);
            another(door);
            Awaitility.await().until(() -> door.server().openConnections() == 4);
            assertThat(another(door).closed()).isTrue();
            assertThat(clients.getFirst().get("/v1/x").reply().status()).isEqualTo(200);
        }
    }

    @Test
    void a_trusted_proxy_has_as_many_as_it_likes_and_says_who_asks() {
        TestDoor.Options options = TestDoor.options();
        options.maxConnectionsPerAddress = 1;
        options.proxies = List.of("127.0.0.0/8");
        RequestHandler who = (request, sink) ->
                sink.reply(TestDoor.text(200), request.peer().getHostAddress().getBytes(StandardCharsets.UTF_8));
        try (TestDoor door = options.start(who)) {
            for (int n = 1; n < 5; n++) {
                RawClient.Reply reply = another(door)
                        .get("/v1/x", "X-Forwarded-For: 198.51.100.9", "X-Forwarded-For: 203.0.113." + n)
                        .reply();
                assertThat(reply.text()).isEqualTo("203.0.113." + n);
            }
        }
    }

    @Test
    void other_rules_hold_for_connections_that_come_later() {
        try (TestDoor door = TestDoor.with(TestDoor::echo)) {
            fill(door, 1);
            RawClient before = clients.getFirst();
            HttpSettings base = HttpSettings.onLoopback(0);
            door.server()
                    .take(new HttpSettings(
                            base.bind(),
                            0,
                            base.maxBodyBytes(),
                            base.maxHeaderBytes(),
                            base.maxRequestLineBytes(),
                            512,
                            1,
                            base.headTimeout(),
                            base.idleTimeout(),
                            base.bodyProgressTimeout(),
                            base.bodyTotalTimeout(),
                            base.writeStallTimeout(),
                            base.lingerTimeout(),
                            List.of(),
                            List.of(),
                            List.of()));
            assertThat(another(door).get("/v1/x").reply().status()).isEqualTo(503);
            assertThat(before.get("/v1/x").reply().status()).isEqualTo(200);
        }
    }

    @Test
    void an_ipv6_network_counts_as_one() {
        assertThat(ClientNetwork.of(InetAddress.ofLiteral("2001:db8:1:2::1")))
                .isEqualTo(ClientNetwork.of(InetAddress.ofLiteral("2001:db8:1:2:ffff::9")))
                .isNotEqualTo(ClientNetwork.of(InetAddress.ofLiteral("2001:db8:1:3::1")));
        assertThat(ClientNetwork.of(InetAddress.ofLiteral("192.0.2.1")))
                .isNotEqualTo(ClientNetwork.of(InetAddress.ofLiteral("192.0.2.2")));
    }

    private void fill(TestDoor door, int count) {
        for (int n = 0; n < count; n++) {
            assertThat(another(door).get("/v1/x").reply().status()).isEqualTo(200);
        }
    }

    private RawClient another(TestDoor door) {
        RawClient client = door.connect();
        clients.add(client);
        return client;
    }
}
