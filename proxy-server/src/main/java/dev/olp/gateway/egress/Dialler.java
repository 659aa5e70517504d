package dev.olp.gateway.egress;

import dev.olp.gateway.GatewayTransport;
import dev.olp.gateway.Resolver;
import dev.olp.isolation.contract.EgressHost;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Connects to a host by name: looks it up once, judges every address, and dials the very addresses that it judged. */
final class Dialler {
    private final Executor blocking;
    private final Resolver resolver;
    private final AddressFilter filter;
    private final GatewayTransport transport;

    /** @param blocking runs the resolver and the filter: an event loop must not */
    Dialler(Executor blocking, Resolver resolver, AddressFilter filter, GatewayTransport transport) {
        this.blocking = blocking;
        this.resolver = resolver;
        this.filter = filter;
        this.transport = transport;
    }

    /** How it went; called on the event loop, once, before anything else happens to the channel. */
    interface Result {
        void connected(Channel upstream);

        void refused(EgressRefusal why);
    }

    /** @param opened gets each channel as soon as it exists; nothing is read of it until somebody asks */
    void dial(EventLoop loop, EgressHost host, Consumer<Channel> opened, Result result) {
        Bootstrap bootstrap = transport.dialling(loop).handler(new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
                opened.accept(channel);
            }
        });
        blocking.execute(() -> {
            List<InetAddress> addresses = look(host);
            boolean allowed = addresses.stream().allMatch(filter::allows);
            loop.execute(() -> {
                if (addresses.isEmpty()) {
                    result.refused(EgressRefusal.NO_SUCH_HOST);
                } else if (!allowed) {
                    result.refused(EgressRefusal.RESOLVED_TO_A_DENIED_ADDRESS);
                } else {
                    GatewayTransport.connect(
                            bootstrap,
                            addresses.iterator(),
                            host.port(),
                            result::connected,
                            cause -> result.refused(EgressRefusal.HOST_UNREACHABLE));
                }
            });
        });
    }

    private List<InetAddress> look(EgressHost host) {
        try {
            return List.copyOf(resolver.addresses(host.host()));
        } catch (UnknownHostException unknown) {
            return List.of();
        }
    }
}
