package dev.olp.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.concurrent.atomic.LongAdder;

/** Counts the bytes of all connections, as they are on the wire. One for a server, nearest to the socket. */
@Sharable
final class Traffic extends ChannelDuplexHandler {
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            received.add(bytes.readableBytes());
        }
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            sent.add(bytes.readableBytes());
        }
        var _ = context.write(message, promise);
    }

    long received() {
        return received.sum();
    }

    /** What was cut off on its way too. */
    long sent() {
        return sent.sum();
    }
}
