package dev.olp.gateway.egress;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Allows what is on the public internet and not this machine. Of IPv6 only global unicast is: that leaves out unique local,
 * link-local, loopback, multicast, NAT64, and IPv4 in every dress.
 */
public final class PublicAddresses implements AddressFilter {
    /** IANA's special-purpose registries, and what clouds put on a public address. */
    private static final List<IpSubnetFilterRule> NOT_PUBLIC = Stream.of(
                    "0.0.0.0/8", // this network
                    "10.0.0.0/8", // private
                    "100.64.0.0/10", // carrier-grade NAT, a cloud's metadata
                    "127.0.0.0/8", // loopback
                    "168.63.129.16/32", // a cloud's metadata
                    "169.254.0.0/16", // link-local, clouds' metadata
                    "172.16.0.0/12", // private
                    "192.0.0.0/24", // protocol assignments, a cloud's metadata
                    "192.0.2.0/24", // documentation
                    "192.31.196.0/24", // AS112
                    "192.52.193.0/24", // multicast relays
                    "192.88.99.0/24", // 6to4 relays
                    "192.168.0.0/16", // private
                    "192.175.48.0/24", // AS112
                    "198.18.0.0/15", // benchmarks
                    "198.51.100.0/24", // documentation
                    "203.0.113.0/24", // documentation
                    "224.0.0.0/4", // multicast
                    "240.0.0.0/4", // reserved, broadcast
                    "2001::/23", // protocol assignments: Teredo, ORCHID and more
                    "2001:db8::/32", // documentation
                    "2002::/16", // 6to4
                    "2620:4f:8000::/48", // AS112
                    "3ffe::/16", // a test network of old
                    "3fff::/20") // documentation
            .map(PublicAddresses::subnet)
            .toList();

    private static final IpSubnetFilterRule GLOBAL_UNICAST = subnet("2000::/3");

    private final Supplier<Set<InetAddress>> own;

    /** @param own asked anew for each address: interfaces come and go */
    public PublicAddresses(Supplier<Set<InetAddress>> own) {
        this.own = own;
    }

    /** The addresses of this machine's interfaces; for {@link #PublicAddresses}. */
    public static Set<InetAddress> ofInterfaces() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (SocketException e) {
            throw new IllegalStateException("the kernel does not tell its interfaces", e);
        }
    }

    @Override
    public boolean allows(InetAddress address) {
        InetSocketAddress whole = new InetSocketAddress(address, 0);
        return (!(address instanceof Inet6Address) || GLOBAL_UNICAST.matches(whole))
                && NOT_PUBLIC.stream().noneMatch(subnet -> subnet.matches(whole))
                && !own.get().contains(address);
    }

    private static IpSubnetFilterRule subnet(String written) {
        String[] parts = written.split("/", 2);
        return new IpSubnetFilterRule(
                InetAddress.ofLiteral(parts[0]), Integer.parseInt(parts[1]), IpFilterRuleType.REJECT);
    }
}
