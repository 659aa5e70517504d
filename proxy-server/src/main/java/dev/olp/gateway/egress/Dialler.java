package dev.olp.gateway.egress;

import dev.olp.gateway.GatewayTransport;
import dev.olp.gateway.Resolver;
import dev.olp.isolation.contract.EgressHost;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Connects to a host by name: looks it up once, judges every address, and dials the very addresses that it judged. */
final class Dialler {
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final Executor blocking;
    private final Resolver resolver;
    private final AddressFilter filter;
    private final Class<? extends Channel> channelType;

    /** @param blocking runs the resolver and the filter: an event loop must not */
    Dialler(Executor blocking, Resolver resolver, AddressFilter filter, Class<? extends Channel> channelType) {
        this.blocking = blocking;
        this.resolver = resolver;
        this.filter = filter;
        this.channelType = channelType;
    }

    /** How it went; called on the event loop, once, before anything else happens to the channel. */
    interface Result {
        void connected(Channel upstream);

        void refused(EgressRefusal why);
    }

    /** @param opened gets each channel as soon as it exists; nothing is read of it until somebody asks */
    void dial(EventLoop loop, EgressHost host, Consumer<Channel> opened, Result result) {
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(channelType)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.SO_SNDBUF, GatewayTransport.KERNEL_BUFFER)
                .option(ChannelOption.SO_RCVBUF, GatewayTransport.KERNEL_BUFFER)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT.toMillis())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, GatewayTransport.littleHeld())
                .option(ChannelOption.RECVBUF_ALLOCATOR, GatewayTransport.smallReads())
                .handler(new ChannelInitializer<Channel>() {
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
                    connectNext(bootstrap, addresses.iterator(), host.port(), result);
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

    private static void connectNext(Bootstrap bootstrap, Iterator<InetAddress> addresses, int port, Result result) {
        if (!addresses.hasNext()) {
            result.refused(EgressRefusal.HOST_UNREACHABLE);
            return;
        }
        ChannelFuture connecting = bootstrap.connect(new InetSocketAddress(addresses.next(), port));
        connecting.addListener(connected -> {
            if (connected.isSuccess()) {
                result.connected(connecting.channel());
            } else {
                connectNext(bootstrap, addresses, port, result);
            }
        });
    }
}
