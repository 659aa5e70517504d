package dev.olp.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Connects to an upstream: addresses of its name in turn, then TLS with that name. */
final class UpstreamConnector {
    static final int LARGEST_PIECE = 16 * 1024;
    static final int LARGEST_HEAD = 64 * 1024;
    private static final int LARGEST_FIRST_LINE = 8 * 1024;
    private static final Duration CONNECT = Duration.ofSeconds(10);

    private final Executor resolving;
    private final Resolver resolver;
    private final SslContext tls;
    private final Class<? extends Channel> channelType;

    /** @param resolving runs the resolver: an event loop must not */
    UpstreamConnector(Executor resolving, Resolver resolver, SslContext tls, Class<? extends Channel> channelType) {
        this.resolving = resolving;
        this.resolver = resolver;
        this.tls = tls;
        this.channelType = channelType;
    }

    /** How a connection went; called on the event loop, once. */
    interface Result {
        void ready(Channel upstream);

        void failed(Throwable cause);
    }

    /**
     * Tries one address after another.
     *
     * @param handler one for each try: Netty takes none twice
     * @param opened gets each channel as soon as it exists
     */
    void connect(
            EventLoop loop,
            UpstreamUrl url,
            Supplier<ChannelHandler> handler,
            Consumer<Channel> opened,
            Result result) {
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
                        initialise(channel, url, handler.get());
                    }
                });
        resolving.execute(() -> {
            try {
                Iterator<InetAddress> addresses = resolver.addresses(url.host()).iterator();
                loop.execute(() -> connectNext(bootstrap, addresses, url.port(), result));
            } catch (UnknownHostException unknown) {
                loop.execute(() -> result.failed(unknown));
            }
        });
    }

    private static void connectNext(Bootstrap bootstrap, Iterator<InetAddress> addresses, int port, Result result) {
        ChannelFuture connecting = bootstrap.connect(new InetSocketAddress(addresses.next(), port));
        connecting.addListener(connected -> {
            if (!connected.isSuccess()) {
                if (addresses.hasNext()) {
                    connectNext(bootstrap, addresses, port, result);
                } else {
                    result.failed(connected.cause());
                }
                return;
            }
            Channel channel = connecting.channel();
            SslHandler ssl = channel.pipeline().get(SslHandler.class);
            if (ssl == null) {
                result.ready(channel);
            } else {
                ssl.handshakeFuture().addListener(shaken -> report(shaken, channel, result));
            }
        });
    }

    private static void report(Future<?> shaken, Channel channel, Result result) {
        if (shaken.isSuccess()) {
            result.ready(channel);
        } else {
            result.failed(shaken.cause());
        }
    }

    private void initialise(Channel channel, UpstreamUrl url, ChannelHandler handler) {
        if (url.tls()) {
            SslHandler ssl = tls.newHandler(channel.alloc(), url.host(), url.port());
            ssl.setHandshakeTimeoutMillis(CONNECT.toMillis());
            channel.pipeline().addLast(ssl);
        }
        HttpDecoderConfig limits = new HttpDecoderConfig()
                .setMaxInitialLineLength(LARGEST_FIRST_LINE)
                .setMaxHeaderSize(LARGEST_HEAD)
                .setMaxChunkSize(LARGEST_PIECE);
        channel.pipeline().addLast(new HttpClientCodec(limits, false, false)).addLast(handler);
    }
}
