package dev.olp.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Binds every address of a list to one port. */
final class PortBinder {
    private static final Logger LOG = LoggerFactory.getLogger(PortBinder.class);

    /** A port that is free on one address may be taken on another; then the next one is tried. */
    private static final int TRIES_FOR_A_FREE_PORT = 50;

    private final ServerBootstrap bootstrap;
    private final PortHolder holders;

    PortBinder(ServerBootstrap bootstrap, PortHolder holders) {
        this.bootstrap = bootstrap;
        this.holders = holders;
    }

    /** @return the listening channels, at least one, all on one port */
    List<Channel> bind(List<InetAddress> addresses, int port) throws CannotBind {
        for (int tries = 1; ; tries++) {
            List<Channel> bound = new ArrayList<>();
            try {
                return bindAll(ordered(addresses), port, bound);
            } catch (CannotBind failure) {
                bound.forEach(channel -> channel.close().awaitUninterruptibly());
                if (port != 0 || bound.isEmpty() || tries == TRIES_FOR_A_FREE_PORT) {
                    throw failure;
                }
            }
        }
    }

    /** The IPv6 wildcard first: it serves IPv4 too, and the IPv4 wildcard beside it would collide with it. */
    private static List<InetAddress> ordered(List<InetAddress> addresses) {
        return addresses.stream()
                .distinct()
                .sorted(Comparator.comparing(
                        address -> !(address.isAnyLocalAddress() && address instanceof Inet6Address)))
                .toList();
    }

    private List<Channel> bindAll(List<InetAddress> addresses, int wanted, List<Channel> bound) throws CannotBind {
        int port = wanted;
        for (InetAddress address : addresses) {
            boolean served = bound.stream().anyMatch(PortBinder::isWildcard);
            if (served) {
                continue;
            }
            ChannelFuture binding =
                    bootstrap.bind(new InetSocketAddress(address, port)).awaitUninterruptibly();
            if (binding.isSuccess()) {
                bound.add(binding.channel());
                port = portOf(binding.channel());
            } else {
                missed(address, port, binding.cause());
            }
        }
        if (bound.isEmpty()) {
            throw new CannotBind("none of the addresses " + addresses + " exists on this machine");
        }
        return bound;
    }

    private void missed(InetAddress address, int port, Throwable cause) throws CannotBind {
        String reason = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
        String where = "port " + port + " on " + address.getHostAddress();
        if (reason.contains("in use")) {
            throw new CannotBind(where + " is in use"
                    + holders.find(port).map(holder -> " by " + holder).orElse("")
                    + "; choose another or stop the holder");
        }
        if (address instanceof Inet6Address && !reason.contains("denied")) {
            LOG.atInfo().addKeyValue("address", address.getHostAddress()).log("no IPv6 here, serving without it");
            return;
        }
        throw new CannotBind(where + " cannot be bound: " + reason);
    }

    private static boolean isWildcard(Channel channel) {
        return ((InetSocketAddress) channel.localAddress()).getAddress().isAnyLocalAddress();
    }

    static int portOf(Channel channel) {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }
}
