package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostRuleTest {
    private static final InetAddress LOCAL = InetAddress.ofLiteral("192.168.7.5");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LocalHost:4567",
                "localhost.",
                "olp.localhost",
                "127.0.0.1",
                "127.9.8.7:1",
                "[::1]",
                "[::1]:4567",
                "[0:0:0:0:0:0:0:1]",
                "[0000:0000:0000:0000:0000:0000:0000:0001]:443",
                "[::FFFF:127.0.0.1]",
                "LOCALHOST.:443",
                "localhost:",
                "192.168.7.5:4567"
            })
    void loopback_and_the_address_of_the_connection_are_ours(String authority) {
        assertThat(accepts(authority)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.com",
                "localhost.example.com",
                "127.0.0.1.example.com",
                "xlocalhost",
                "192.168.7.6",
                "[::2]",
                "localhost..",
                "192.168.7.5.example",
                "[::ffff:192.168.7.6]",
                "1.1",
                "0x7f000001",
                "2130706433"
            })
    void other_names_are_not(String authority) {
        assertThat(accepts(authority)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a:b", "[::1", "::1", "a/b", "user@localhost", "localhost:1:2", "a,b"})
    void what_is_no_authority_has_no_host(String authority) {
        assertThat(HostRule.hostOf(authority)).isNull();
    }

    @Test
    void configured_names_and_domains_are_accepted() {
        assertThat(accepts("Box.Lan:80", "box.lan")).isTrue();
        assertThat(accepts("BOX.lan.:443", "box.LAN")).isTrue();
        assertThat(accepts("[FD00::5]:443", "fd00:0:0::5")).isTrue();
        assertThat(accepts("[fd00::6]", "fd00::5")).isFalse();
        assertThat(accepts("a.box.lan", "box.lan")).isFalse();
        assertThat(accepts("a.b.lan", "*.lan")).isTrue();
        assertThat(accepts("lan", "*.lan")).isFalse();
        assertThat(accepts("10.0.0.9", "10.0.0.9")).isTrue();
        assertThat(accepts("anything.example", "*")).isTrue();
    }

    private static boolean accepts(String authority, String... allowed) {
        HttpSettings base = HttpSettings.onLoopback(0);
        HttpSettings settings = new HttpSettings(
                base.bind(),
                0,
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
                List.of(allowed),
                List.of(),
                List.of());
        String host = HostRule.hostOf(authority);
        return host != null && new HostRule(settings).accepts(host, LOCAL);
    }
}
