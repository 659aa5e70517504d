package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {
    @Test
    void the_defaults_are_the_documented_ones() {
        HttpSettings settings = HttpSettings.onLoopback(4567);
        assertThat(settings.bind()).containsExactly(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1"));
        assertThat(settings.maxBodyBytes()).isEqualTo(12_582_912);
        assertThat(settings.maxHeaderBytes()).isEqualTo(16_384);
        assertThat(settings.headTimeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.idleTimeout()).isEqualTo(Duration.ofSeconds(75));
        assertThat(settings.corsOrigins()).containsExactly("*");
        assertThat(settings.allowedHosts()).isEmpty();
        assertThat(settings.trustedProxies()).isEmpty();
        assertThat(settings.maxConnections()).isEqualTo(512);
        assertThat(settings.maxConnectionsPerAddress()).isEqualTo(64);
    }

    @Test
    void an_impossible_value_names_itself_and_what_was_expected() {
        assertThatThrownBy(() -> HttpSettings.onLoopback(65_536)).hasMessage("port: 65536 (expected: 0-65535)");
        assertThatThrownBy(() -> with(Duration.ZERO, List.of(), List.of()))
                .hasMessage("idle_timeout: PT0S (expected: 1 ms to 1 day)");
        assertThatThrownBy(() -> with(Duration.ofSeconds(1), List.of("http://x"), List.of()))
                .hasMessageStartingWith("allowed_hosts: http://x");
        assertThatThrownBy(() -> with(Duration.ofSeconds(1), List.of(), List.of("https://x/")))
                .hasMessageStartingWith("cors_origins: https://x/");
    }

    private static HttpSettings with(Duration idle, List<String> hosts, List<String> origins) {
        HttpSettings base = HttpSettings.onLoopback(0);
        return new HttpSettings(
                base.bind(),
                0,
                1,
                1024,
                1024,
                1,
                1,
                base.headTimeout(),
                idle,
                base.bodyProgressTimeout(),
                base.bodyTotalTimeout(),
                base.writeStallTimeout(),
                base.lingerTimeout(),
                hosts,
                List.of(),
                origins);
    }
}
