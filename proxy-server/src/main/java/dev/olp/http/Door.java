package dev.olp.http;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What all connections of one server share, and how each is put together. */
record Door(
        HttpSettings settings,
        DoorParts parts,
        HostRule hosts,
        Cors cors,
        TrustedProxies proxies,
        Connections connections) {
    Door(HttpSettings settings, DoorParts parts, Connections connections) {
        this(
                settings,
                parts,
                new HostRule(settings),
                new Cors(settings.corsOrigins()),
                new TrustedProxies(settings.trustedProxies()),
                connections);
    }

    /** What there is room for when this peer connects; a trusted proxy speaks for many. */
    Connections.Room opened(HttpConnection connection, InetAddress peer) {
        int mostOfPeer = proxies.contains(peer) ? 0 : settings.maxConnectionsPerAddress();
        return connections.opened(connection, peer, settings.maxConnections(), mostOfPeer);
    }

    BodyInput bodyInput(Runnable askForMore) {
        return new BodyInput(askForMore, settings.bodyProgressTimeout(), settings.bodyTotalTimeout());
    }

    InboundBody body(BodyInput input, RequestHead head) {
        return new InboundBody(
                input,
                head.headers().getOrDefault("content-encoding", List.of()),
                head.declaredLength(),
                settings.maxBodyBytes(),
                parts.bodies(),
                parts.work());
    }

    /**
     * Puts each connection together.
     *
     * @param door the one in force for a connection that comes now
     * @param traffic counts what all of them carry
     */
    static ChannelInitializer<SocketChannel> initializer(Supplier<Door> door, Traffic traffic) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                channel.pipeline().addLast(traffic);
                door.get().serve(channel);
            }
        };
    }

    private void serve(SocketChannel channel) {
        StrictRequestDecoder decoder = new StrictRequestDecoder(settings);
        ReplyEncoder encoder = new ReplyEncoder();
        HttpConnection connection = new HttpConnection(this, decoder, encoder);
        long stall = settings.writeStallTimeout().toMillis();
        channel.pipeline().addLast(new IdleStateHandler(true, 0, stall, 0, TimeUnit.MILLISECONDS));
        parts.certificate()
                .ifPresent(certificate ->
                        channel.pipeline().addLast(new TlsEntry()).addLast(certificate.handler(channel.alloc())));
        channel.pipeline()
                .addLast(connection.gate())
                .addLast(decoder)
                .addLast(encoder)
                .addLast(connection);
    }
}
