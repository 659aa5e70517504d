package dev.olp.gateway.egress;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest { // E06
    private static final InetAddress OWN = InetAddress.ofLiteral("93.184.215.14");
    private static final InetAddress OWN_V6 = InetAddress.ofLiteral("2606:2800:21f:cb07:6820:80da:af6b:8b2c");
    private final PublicAddresses filter = new PublicAddresses(() -> Set.of(OWN, OWN_V6));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "191.255.255.255",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "168.63.129.17",
                "2606:4700:4700::1111",
                "2001:4860:4860::8888",
                "2a00:1450:4001::1",
                "2001:200::1",
                "2003::1",
                "2400:cb00::1",
                "2600::"
            })
    void whatIsOnThePublicInternetIsAllowed(String address) {
        assertThat(filter.allows(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // this network, private, carrier-grade NAT, loopback, link-local with the metadata addresses
                "0.0.0.0",
                "0.255.255.255",
                "10.0.0.0",
                "10.255.255.255",
                "100.64.0.1",
                "100.100.100.200",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.255.254",
                "169.254.0.1",
                "169.254.169.254",
                "169.254.170.2",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.0.1",
                "192.168.255.255",
                "168.63.129.16",
                // assignments, documentation, 6to4 relays, benchmarks, multicast, reserved, broadcast
                "192.0.0.192",
                "192.0.2.1",
                "198.51.100.1",
                "203.0.113.1",
                "192.88.99.1",
                "198.18.0.1",
                "198.19.255.255",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                // unspecified, loopback, v4-compatible, NAT64, discard, unique local, link-local, site-local, multicast
                "::",
                "::1",
                "::8.8.8.8",
                "64:ff9b::808:808",
                "64:ff9b:1::1",
                "100::1",
                "fc00::1",
                "fd00:ec2::254",
                "fd20:ce::254",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "ff02::1",
                "ff0e::1",
                // Teredo, ORCHID, documentation, 6to4, segment routing
                "2001::1",
                "2001:10::1",
                "2001:20::1",
                "2001:1ff::1",
                "2001:db8::1",
                "3fff::1",
                "2002:808:808::1",
                "2002:7f00:1::1",
                "3ffe::1",
                "5f00::1",
                "4000::1",
                "1fff::1"
            })
    void everythingElseIsNot(String address) {
        assertThat(filter.allows(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "127.0.0.1", "10.0.0.1"})
    void v4DressedAsV6IsNot(String address) throws Exception {
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = -1;
        System.arraycopy(InetAddress.ofLiteral(address).getAddress(), 0, mapped, 12, 4);
        InetAddress dressed = Inet6Address.getByAddress(null, mapped, -1);
        assertThat(dressed).isInstanceOf(Inet6Address.class);
        assertThat(filter.allows(dressed)).isFalse();
    }

    @Test
    void thisMachinesOwnAddressesAreNotHoweverPublic() {
        assertThat(filter.allows(OWN)).isFalse();
        assertThat(filter.allows(OWN_V6)).isFalse();
        assertThat(new PublicAddresses(Set::of).allows(OWN)).as("the control").isTrue();
        assertThat(new PublicAddresses(Set::of).allows(OWN_V6))
                .as("the control")
                .isTrue();
        assertThat(PublicAddresses.ofInterfaces()).contains(InetAddress.getLoopbackAddress());
    }
}
