package dev.olp.http;

import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The proxies whose word on a request's client counts. What they say is read from its end, where the nearest one wrote:
 * the last address that is none of theirs is the client, and nothing before it is believed, since the client could write
 * that itself.
 */
final class TrustedProxies {
    private final List<IpSubnetFilterRule> networks;

    /** @param networks addresses, or networks such as {@code 10.0.0.0/8} */
    TrustedProxies(List<String> networks) {
        this.networks = networks.stream().map(TrustedProxies::rule).toList();
    }

    private static IpSubnetFilterRule rule(String network) {
        int slash = network.indexOf('/');
        InetAddress address = InetAddress.ofLiteral(slash < 0 ? network : network.substring(0, slash));
        int bits = slash < 0 ? address.getAddress().length * 8 : Integer.parseInt(network.substring(slash + 1));
        return new IpSubnetFilterRule(address, bits, IpFilterRuleType.ACCEPT);
    }

    boolean contains(InetAddress address) {
        InetSocketAddress socket = new InetSocketAddress(address, 0);
        return networks.stream().anyMatch(network -> network.matches(socket));
    }

    /**
     * Who asks: the peer, or who a trusted peer says it asks for. Where that cannot be read, or {@code Forwarded} and
     * {@code X-Forwarded-For} say different things, so that one of them was not the proxy's, it is the peer.
     */
    InetAddress client(InetAddress peer, Map<String, List<String>> headers) {
        if (!contains(peer)) {
            return peer;
        }
        @Nullable List<String> plain = headers.get("x-forwarded-for");
        @Nullable List<String> standard = headers.get("forwarded");
        Optional<InetAddress> byPlain = plain == null ? Optional.empty() : last(ForwardedNodes.ofXForwardedFor(plain));
        Optional<InetAddress> byStandard = standard == null
                ? Optional.empty()
                : ForwardedNodes.ofForwarded(standard).flatMap(this::last);
        if (plain != null && standard != null) {
            return byPlain.equals(byStandard) ? byPlain.orElse(peer) : peer;
        }
        return byPlain.or(() -> byStandard).orElse(peer);
    }

    private Optional<InetAddress> last(List<String> nodes) {
        Optional<InetAddress> address = Optional.empty();
        for (String node : nodes.reversed()) {
            address = ForwardedNodes.address(node);
            if (address.isEmpty() || !contains(address.get())) {
                return address;
            }
        }
        return address;
    }
}
