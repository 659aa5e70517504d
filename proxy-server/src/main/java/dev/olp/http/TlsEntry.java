package dev.olp.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;

/**
 * In front of TLS. Takes TLS away from a client whose first byte is none of it, and fires {@link NotTls}, so that it
 * can be told. Reads nothing while much waits to be written: TLS answers some records by itself, and a client that reads
 * none of those answers must not make them pile up.
 */
final class TlsEntry extends ChannelDuplexHandler {
    /** Event: the client does not speak TLS; what follows is what it says, and replies go out as they are. */
    record NotTls() {}

    /** RFC 8446, 5.1: what a client hello is wrapped in. */
    private static final byte HANDSHAKE = 22;

    private boolean begun;
    private boolean readHeldBack;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!begun && message instanceof ByteBuf bytes && bytes.isReadable()) {
            begun = true;
            if (bytes.getByte(bytes.readerIndex()) != HANDSHAKE) {
                context.pipeline().remove(SslHandler.class);
                context.fireUserEventTriggered(new NotTls());
            }
        }
        context.fireChannelRead(message);
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (mayRead(context.channel())) {
            context.read();
        } else {
            readHeldBack = true;
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (readHeldBack && mayRead(context.channel())) {
            readHeldBack = false;
            context.read();
        }
        context.fireChannelWritabilityChanged();
    }

    /** Without a buffer, our side is closed and nothing can pile up. */
    private static boolean mayRead(Channel channel) {
        return channel.isWritable() || channel.unsafe().outboundBuffer() == null;
    }
}
