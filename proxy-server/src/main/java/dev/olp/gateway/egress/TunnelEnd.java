package dev.olp.gateway.egress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SniCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.util.ReferenceCountUtil;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One end of a tunnel: carries what it reads to the other, one socket read at a time and only while the other can be
 * written to. Where one ends, so does the other, after what was read.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes its channel, and inactive tells of that
final class TunnelEnd extends ChannelInboundHandlerAdapter {
    private final EgressParts run;
    private final IntPredicate budget;
    private final EgressRefusal spent;
    private @Nullable Channel other;
    private boolean begun;

    /** @param budget takes that many bytes, if there are so many left */
    TunnelEnd(EgressParts run, IntPredicate budget, EgressRefusal spent) {
        this.run = run;
        this.budget = budget;
        this.spent = spent;
    }

    void leadsTo(Channel end) {
        other = end;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        Channel to = other;
        if (!(message instanceof ByteBuf bytes) || to == null) {
            ReferenceCountUtil.release(message);
            context.close();
        } else if (budget.test(bytes.readableBytes())) {
            to.write(bytes);
        } else {
            bytes.release();
            run.refused(spent);
            context.close();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        Channel to = other;
        if (to == null) {
            return;
        }
        to.flush();
        if (!begun) { // the child's end, let through: now the host may speak
            begun = true;
            to.read();
        }
        if (to.isWritable()) {
            context.read();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        Channel from = other;
        if (from != null && context.channel().isWritable()) {
            from.read();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Channel to = other;
        if (to != null) {
            to.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** How the check of the ClientHello ended; it has closed the channel where it could not even look. */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SniCompletionEvent done && !done.isSuccess()) {
            run.refused(
                    done.cause() instanceof SslHandshakeTimeoutException
                            ? EgressRefusal.HELLO_TOO_SLOW
                            : EgressRefusal.NOT_TLS);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
