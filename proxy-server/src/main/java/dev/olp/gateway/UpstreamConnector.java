package dev.olp.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Connects to an upstream: addresses of its name in turn, then TLS with that name. */
final class UpstreamConnector {
    static final int LARGEST_PIECE = 16 * 1024;
    static final int LARGEST_HEAD = 64 * 1024;
    private static final int LARGEST_FIRST_LINE = 8 * 1024;

    private final Executor resolving;
    private final Resolver resolver;
    private final SslContext tls;
    private final GatewayTransport transport;

    /** @param resolving runs the resolver: an event loop must not */
    UpstreamConnector(Executor resolving, Resolver resolver, SslContext tls, GatewayTransport transport) {
        this.resolving = resolving;
        this.resolver = resolver;
        this.tls = tls;
        this.transport = transport;
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
        Bootstrap bootstrap = transport.dialling(loop).handler(new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
                opened.accept(channel);
                initialise(channel, url, handler.get());
            }
        });
        resolving.execute(() -> {
            try {
                Iterator<InetAddress> addresses = resolver.addresses(url.host()).iterator();
                loop.execute(() -> GatewayTransport.connect(
                        bootstrap, addresses, url.port(), channel -> shake(channel, result), result::failed));
            } catch (UnknownHostException unknown) {
                loop.execute(() -> result.failed(unknown));
            }
        });
    }

    private static void shake(Channel channel, Result result) {
        SslHandler ssl = channel.pipeline().get(SslHandler.class);
        if (ssl == null) {
            result.ready(channel);
        } else {
            ssl.handshakeFuture().addListener(shaken -> report(shaken, channel, result));
        }
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
            ssl.setHandshakeTimeoutMillis(GatewayTransport.CONNECT.toMillis());
            channel.pipeline().addLast(ssl);
        }
        HttpDecoderConfig limits = new HttpDecoderConfig()
                .setMaxInitialLineLength(LARGEST_FIRST_LINE)
                .setMaxHeaderSize(LARGEST_HEAD)
                .setMaxChunkSize(LARGEST_PIECE);
        channel.pipeline().addLast(new HttpClientCodec(limits, false, false)).addLast(handler);
    }
}
