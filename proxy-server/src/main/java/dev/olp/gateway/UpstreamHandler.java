package dev.olp.gateway;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/** Tells a relay what its upstream says. Interim replies (RFC 9110, 15.2) are for the connection, not the child. */
@SuppressWarnings("FutureReturnValueIgnored") // a failed close leaves a closed channel, and inactive tells of that
final class UpstreamHandler extends ChannelInboundHandlerAdapter {
    private final Relay relay;
    private boolean interim;

    UpstreamHandler(Relay relay) {
        this.relay = relay;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        boolean passedOn = false;
        try {
            if (message instanceof HttpResponse head) {
                if (head.decoderResult().isFailure()) {
                    context.close();
                    return;
                }
                interim = head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
                if (!interim) {
                    relay.answered(head);
                }
            }
            if (message instanceof HttpContent content && !interim) {
                if (content.decoderResult().isFailure()) {
                    context.close();
                    return;
                }
                passedOn = true;
                relay.answerPart(content, content instanceof LastHttpContent);
            }
        } finally {
            if (!passedOn) {
                ReferenceCountUtil.release(message);
            }
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        relay.flushAnswer();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        relay.pullRequest();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        relay.upstreamGone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }
}
