package dev.olp.gateway.egress;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the child until its tunnel stands, or until it is refused.
 *
 * <pre>head ──refused──▶ answered, closed
 *   └──listed──▶ dialling ──▶ tunnel, which a {@link HelloCheck} opens</pre>
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write or close that fails leaves a closed channel
final class ConnectHandler extends ChannelInboundHandlerAdapter implements Dialler.Result {
    /** At once, of one run. */
    static final int MOST_CONNECTIONS = 16;

    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final byte[] ESTABLISHED =
            "HTTP/1.1 200 Connection established\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final EgressParts run;
    private final Channel channel;
    private final TunnelEnd childEnd;
    private final TunnelEnd upstreamEnd;
    private @Nullable Future<?> deadline;
    private String host = "";
    private boolean refused;

    ConnectHandler(EgressParts run, Channel channel) {
        this.run = run;
        this.channel = channel;
        this.childEnd = new TunnelEnd(run, run.meter()::takeUp, EgressRefusal.BYTES_UP_SPENT);
        this.upstreamEnd = new TunnelEnd(run, run.meter()::takeDown, EgressRefusal.BYTES_DOWN_SPENT);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (run.children().size() > MOST_CONNECTIONS) {
            refused(EgressRefusal.TOO_MANY_CONNECTIONS);
            return;
        }
        deadline = channel.eventLoop()
                .schedule(() -> refused(EgressRefusal.HEAD_TOO_SLOW), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        channel.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest head && host.isEmpty() && !refused) {
                stopWaiting();
                judge(head);
                // what follows the head is no message; if it came already, it is handed on here and now
                context.pipeline().remove(HttpRequestDecoder.class);
            } else if (!(message instanceof HttpContent)) {
                refused(EgressRefusal.SPOKE_TOO_SOON);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void judge(HttpRequest head) {
        if (run.timeIsUp().get()) {
            refused(EgressRefusal.TIME_SPENT);
        } else if (!run.meter().takeRequest()) {
            refused(EgressRefusal.CONNECTS_SPENT);
        } else if (head.decoderResult().cause() instanceof TooLongFrameException) {
            refused(EgressRefusal.HEAD_TOO_LARGE);
        } else if (head.decoderResult().isFailure() || !head.method().equals(HttpMethod.CONNECT)) {
            refused(EgressRefusal.NOT_CONNECT);
        } else {
            switch (ConnectTarget.of(head.uri(), run.hosts())) {
                case ConnectTarget.Refused(EgressRefusal why) -> refused(why);
                case ConnectTarget.Listed(var listed) -> {
                    host = listed.host();
                    run.dialler().dial(channel.eventLoop(), listed, run.upstreams()::add, this);
                    channel.read(); // only to see the child leave
                }
            }
        }
    }

    @Override
    public void connected(Channel upstream) {
        if (refused || !channel.isActive()) {
            upstream.close();
            return;
        }
        childEnd.leadsTo(upstream);
        upstreamEnd.leadsTo(channel);
        upstream.pipeline().addLast(upstreamEnd);
        channel.pipeline()
                .addLast(new HelloCheck(run, host, PATIENCE), childEnd)
                .remove(this);
        channel.writeAndFlush(Unpooled.wrappedBuffer(ESTABLISHED));
        channel.read();
    }

    /** Tells the child, where there is an answer for it, and ends the connection. */
    @Override
    public void refused(EgressRefusal why) {
        if (refused || !channel.isActive()) {
            return;
        }
        refused = true;
        stopWaiting();
        run.refused(why);
        if (why.hasAnswer()) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(why.answer())).addListener(ChannelFutureListener.CLOSE);
        } else {
            channel.close();
        }
    }

    private void stopWaiting() {
        Future<?> waiting = deadline;
        if (waiting != null) {
            waiting.cancel(false);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stopWaiting();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        channel.close();
    }
}
