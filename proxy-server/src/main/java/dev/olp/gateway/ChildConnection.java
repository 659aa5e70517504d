package dev.olp.gateway;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the child: one request after another. After a refusal the rest of that request's body is read and
 * dropped, to a limit, or the child could see a broken pipe instead of the refusal; then the connection ends. A child
 * that sends its next request before the answer (no CLI does) loses the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel, and inactive tells of that
final class ChildConnection extends ChannelInboundHandlerAdapter {
    private static final long MOST_DROPPED = 64L << 20;
    private static final Duration LONGEST_DROPPING = Duration.ofSeconds(10);

    private final RunParts run;
    private final Channel channel;
    private @Nullable Relay relay;
    private boolean keepAlive;
    private boolean refused;
    private long dropped;

    ChildConnection(RunParts run, Channel channel) {
        this.run = run;
        this.channel = channel;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        channel.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (refused) {
            drop(message);
            return;
        }
        if (message instanceof HttpRequest head) {
            begin(head);
        }
        if (message instanceof HttpContent part) {
            boolean last = part instanceof LastHttpContent;
            Relay running = relay;
            if (running == null) {
                drop(part);
            } else if (part.decoderResult().isFailure()) {
                // a bad chunk also looks like a last one: the upstream must not take the body for whole
                part.release();
                channel.close();
            } else {
                running.requestPart(part, last);
            }
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        Relay running = relay;
        if (running != null) {
            running.flushRequest();
        } else {
            channel.read();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        Relay running = relay;
        if (running != null) {
            running.pullAnswer();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Relay running = relay;
        relay = null;
        if (running != null) {
            running.childGone();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        channel.close();
    }

    private void begin(HttpRequest head) {
        if (relay != null) {
            channel.close();
            return;
        }
        Optional<Refusal> refusal = run.admission().refusal(head);
        if (refusal.isPresent()) {
            refuse(refusal.get(), head.decoderResult().isFailure());
            return;
        }
        keepAlive = HttpUtil.isKeepAlive(head);
        if (HttpUtil.is100ContinueExpected(head)) {
            channel.writeAndFlush(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE));
        }
        Relay begun = new Relay(run, this, channel, head);
        relay = begun;
        begun.start();
    }

    /** Answers in the upstream's stead and ends the connection when the request has ended. */
    void refuse(Refusal why, boolean requestEnded) {
        run.refused(why);
        relay = null;
        refused = true;
        FullHttpResponse reply = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(why.status()), Unpooled.wrappedBuffer(why.body()));
        reply.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                .set(HttpHeaderNames.CONTENT_LENGTH, reply.content().readableBytes())
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                // both vendors' clients heed it: the same request would be refused again
                .set("x-should-retry", "false");
        channel.writeAndFlush(reply);
        if (requestEnded) {
            cut();
        } else {
            dropTheRest();
        }
    }

    /** The answer is out in full. */
    void relayed() {
        Relay done = relay;
        relay = null;
        channel.flush();
        if (done == null || !done.requestEnded()) {
            refused = true;
            dropTheRest();
        } else if (keepAlive) {
            channel.read();
        } else {
            cut();
        }
    }

    /** Ends the connection after what is written already. */
    void cut() {
        relay = null;
        refused = true;
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    private void dropTheRest() {
        channel.eventLoop().schedule(() -> channel.close(), LONGEST_DROPPING.toMillis(), TimeUnit.MILLISECONDS);
        channel.read();
    }

    private void drop(Object message) {
        dropped += message instanceof HttpContent part ? part.content().readableBytes() : 0;
        ReferenceCountUtil.release(message);
        if (message instanceof LastHttpContent || dropped > MOST_DROPPED) {
            cut();
        }
    }
}
