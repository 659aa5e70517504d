package dev.olp.gateway;

import static dev.olp.gateway.GatewayFixture.CALL;
import static dev.olp.gateway.SocketClient.head;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.fakeupstream.Scenario;
import dev.olp.provider.LoginStyle;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A socket that leads nowhere until it is told. */
class WaitingGatewayTest extends WithGateway {
    private GatewaySpec spec(Path socket) {
        return new GatewaySpec(
                socket,
                SocketAccess.ours(),
                UpstreamUrl.of(upstream.url(Scenario.OK)),
                GatewayFixture.KEY,
                LoginStyle.X_API_KEY,
                GatewayFixture.ANTHROPIC,
                GatewayFixture.BUDGET,
                limits -> {});
    }

    @Test
    void whoever_connects_early_is_served_once_it_leads_somewhere() throws Exception {
        Path socket = folder.resolve("w.sock");
        try (WaitingGateway waiting = fixture.gateway.hold(socket, SocketAccess.ours());
                SocketClient child = SocketClient.connect(socket)) {
            child.send(head(CALL, "x-api-key: " + waiting.token(), "Content-Length: 2") + "{}");
            assertThat(upstream.recorded()).isEmpty();
            try (GatewayRun run = waiting.lead(spec(socket))) {
                assertThat(child.readHead().status()).isEqualTo(200);
                assertThat(run.token()).isEqualTo(waiting.token());
                assertThat(run.calls()).isEqualTo(1);
            }
            assertThat(socket).doesNotExist();
        }
        assertThat(upstream.recorded()).hasSize(1);
    }

    @Test
    void it_leads_to_one_place_once() throws Exception {
        Path socket = folder.resolve("w.sock");
        try (WaitingGateway waiting = fixture.gateway.hold(socket, SocketAccess.ours())) {
            assertThatThrownBy(() -> waiting.lead(spec(folder.resolve("other.sock"))))
                    .isInstanceOf(IllegalArgumentException.class);
            try (GatewayRun first = waiting.lead(spec(socket))) {
                assertThat(first.requests()).isZero();
                assertThatThrownBy(() -> waiting.lead(spec(socket))).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void one_that_led_nowhere_leaves_no_socket() throws Exception {
        Path socket = folder.resolve("w.sock");
        fixture.gateway.hold(socket, SocketAccess.ours()).close();
        assertThat(socket).doesNotExist();
        fixture.gateway.hold(socket, SocketAccess.ours());
        fixture.gateway.close();
        assertThat(socket).doesNotExist();
    }
}
