package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedProxiesTest {
    private static final TrustedProxies PROXIES =
            new TrustedProxies(List.of("10.0.0.0/8", "192.0.2.7", "fd00::/8", "2001:db8::7"));

    @ParameterizedTest
    @CsvSource({
        "10.255.255.255,true",
        "11.0.0.0,false",
        "192.0.2.7,true",
        "192.0.2.8,false",
        "fdff::1,true",
        "fe80::1,false",
        "2001:db8::7,true",
        "2001:db8::8,false",
        "127.0.0.1,false",
        "::ffff:10.1.1.1,true"
    })
    void an_address_is_a_proxys_by_its_network(String address, boolean trusted) {
        assertThat(PROXIES.contains(InetAddress.ofLiteral(address))).isEqualTo(trusted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "none", textBlock = """
            10.0.0.1 | x: 203.0.113.5                              | 203.0.113.5
            10.0.0.1 | x: 198.51.100.1, 203.0.113.5                | 203.0.113.5
            10.0.0.1 | x: 203.0.113.5, 10.2.2.2, fd00::9           | 203.0.113.5
            10.0.0.1 | x: rubbish, 203.0.113.5                     | 203.0.113.5
            10.0.0.1 | x: 203.0.113.5; x: 198.51.100.2             | 198.51.100.2
            10.0.0.1 | x: 10.3.3.3, 10.2.2.2                       | 10.3.3.3
            10.0.0.1 | x: 203.0.113.5:4711                         | 203.0.113.5
            10.0.0.1 | x: 2001:db8::1                              | 2001:db8::1
            10.0.0.1 | x: [2001:db8::1]:80                         | 2001:db8::1
            10.0.0.1 | x: ::ffff:203.0.113.5                       | 203.0.113.5
            10.0.0.1 | x: 203.0.113.5, unknown                     | 10.0.0.1
            10.0.0.1 | x: 203.0.113.5, 999.1.1.1                   | 10.0.0.1
            10.0.0.1 | x: 203.0.113.5, 1.2                         | 10.0.0.1
            10.0.0.1 | x: 203.0.113.5, fe80::1%eth0                | 10.0.0.1
            10.0.0.1 | x: 203.0.113.5,                             | 10.0.0.1
            10.0.0.1 | x: localhost                                | 10.0.0.1
            10.0.0.1 | none                                        | 10.0.0.1
            10.0.0.1 | f: for=203.0.113.5                          | 203.0.113.5
            10.0.0.1 | f: for=198.51.100.1, FOR="203.0.113.5:80" ;proto=https;by=10.0.0.1 | 203.0.113.5
            10.0.0.1 | f: proto=http;for="[2001:db8::1]:4711"      | 2001:db8::1
            10.0.0.1 | f: for=203.0.113.5, for="10.1.1.1"          | 203.0.113.5
            10.0.0.1 | f: for="a, for=203.0.113.9", for=203.0.113.5 | 203.0.113.5
            10.0.0.1 | f: for=_hidden                              | 10.0.0.1
            10.0.0.1 | f: for=203.0.113.5, proto=https             | 10.0.0.1
            10.0.0.1 | f: for=203.0.113.5, for="203.0.113.6        | 10.0.0.1
            10.0.0.1 | f: for=203.0.113.5,                         | 10.0.0.1
            10.0.0.1 | f: 203.0.113.5                              | 10.0.0.1
            10.0.0.1 | x: 203.0.113.5; f: for=203.0.113.5          | 203.0.113.5
            10.0.0.1 | x: 203.0.113.5; f: for=198.51.100.1         | 10.0.0.1
            10.0.0.1 | x: 203.0.113.5; f: rubbish                  | 10.0.0.1
            11.0.0.1 | x: 203.0.113.5; f: for=203.0.113.5          | 11.0.0.1
            127.0.0.1| x: 203.0.113.5                              | 127.0.0.1
            """)
    void the_client_is_the_last_address_that_is_no_proxys(String peer, String said, String client) {
        assertThat(PROXIES.client(InetAddress.ofLiteral(peer), headers(said))).isEqualTo(InetAddress.ofLiteral(client));
    }

    @Test
    void a_header_as_long_as_it_may_be_is_read() {
        String many = "for=\"10.0.0.1\", ".repeat(900);

        assertThat(client("x: " + "10.0.0.1, ".repeat(1500) + "203.0.113.5")).isEqualTo("203.0.113.5");
        assertThat(client("f: " + many + "for=203.0.113.5")).isEqualTo("10.9.9.9");
        assertThat(client("f: for=\"" + "\\".repeat(15_000))).isEqualTo("10.9.9.9");
    }

    private static String client(String said) {
        return PROXIES.client(InetAddress.ofLiteral("10.9.9.9"), headers(said)).getHostAddress();
    }

    /** x is X-Forwarded-For, f is Forwarded; a semicolon with a letter and a colon after it begins another line. */
    private static Map<String, List<String>> headers(String said) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        if (said != null) {
            for (String line : said.split("; (?=[xf]: )", -1)) {
                String name = line.startsWith("x: ") ? "x-forwarded-for" : "forwarded";
                headers.computeIfAbsent(name, first -> new ArrayList<>()).add(line.substring(3));
            }
        }
        return headers;
    }
}
