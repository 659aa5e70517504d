package dev.olp.http;

import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What all connections of one server share, and how each is put together. */
record Door(HttpSettings settings, DoorParts parts, HostRule hosts, Cors cors, Connections connections) {
    Door(HttpSettings settings, DoorParts parts) {
        this(
                settings,
                parts,
                new HostRule(settings),
                new Cors(settings.corsOrigins()),
                new Connections(settings.maxConnections()));
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

    ChannelInitializer<SocketChannel> initializer() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                StrictRequestDecoder decoder = new StrictRequestDecoder(settings);
                ReplyEncoder encoder = new ReplyEncoder();
                HttpConnection connection = new HttpConnection(Door.this, decoder, encoder);
                long stall = settings.writeStallTimeout().toMillis();
                channel.pipeline().addLast(new IdleStateHandler(true, 0, stall, 0, TimeUnit.MILLISECONDS));
                parts.certificate()
                        .ifPresent(certificate -> channel.pipeline()
                                .addLast(new TlsEntry())
                                .addLast(certificate.handler(channel.alloc())));
                channel.pipeline()
                        .addLast(connection.gate())
                        .addLast(decoder)
                        .addLast(encoder)
                        .addLast(connection);
            }
        };
    }
}
