package dev.olp.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes replies on one connection. The status line always says HTTP/1.1, our own version (RFC 9110, 6.2); what a 1.0
 * client cannot read, chunks, it does not get.
 */
final class ReplyWriter implements ReplyChannel {
    /** What the writer asks and tells of the connection, on the event loop. */
    interface Owner {
        boolean isCurrent(ChannelSink sink);

        /** Asked once for each reply, as its head goes out. */
        boolean mayStayOpen(ReplyTerms terms);

        /** The reply was taken by the kernel whole. */
        void replied(boolean keepOpen);
    }

    private final ChannelHandlerContext context;
    private final ReplyEncoder encoder;
    private final Owner owner;
    private boolean keepOpen;

    ReplyWriter(ChannelHandlerContext context, ReplyEncoder encoder, Owner owner) {
        this.context = context;
        this.encoder = encoder;
        this.owner = owner;
    }

    @Override
    public ChannelFuture writeWhole(ChannelSink sink, int status, HttpHeaders headers, byte[] body) {
        ChannelPromise done = context.newPromise();
        onLoop(sink, done, () -> {
            startReply(sink, headers, true);
            if (mayHaveBody(status)) {
                headers.set("content-length", body.length);
            }
            ByteBuf content = sink.terms().headOnly() ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
            write(
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1,
                            HttpResponseStatus.valueOf(status),
                            content,
                            headers,
                            EmptyHttpHeaders.INSTANCE),
                    done);
        });
        done.addListener(written -> {
            if (written.isSuccess()) {
                owner.replied(keepOpen);
            } else {
                var _ = context.close();
            }
        });
        return done;
    }

    @Override
    public void writeHead(ChannelSink sink, int status, HttpHeaders headers) {
        ChannelPromise done = context.newPromise();
        onLoop(sink, done, () -> {
            boolean chunked = !sink.terms().http10();
            startReply(sink, headers, chunked);
            if (chunked && mayHaveBody(status)) {
                headers.set("transfer-encoding", "chunked");
            }
            write(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), headers), done);
        });
    }

    @Override
    public void writeFrame(ChannelSink sink, byte[] frame) {
        ChannelPromise done = context.newPromise();
        done.addListener(written -> {
            sink.taken(frame.length);
            if (!written.isSuccess()) {
                sink.clientGone();
            }
        });
        onLoop(sink, done, () -> {
            if (sink.terms().headOnly()) {
                done.setSuccess();
            } else {
                write(new DefaultHttpContent(Unpooled.wrappedBuffer(frame)), done);
            }
        });
    }

    @Override
    public ChannelFuture writeEnd(ChannelSink sink) {
        ChannelPromise done = context.newPromise();
        onLoop(sink, done, () -> write(LastHttpContent.EMPTY_LAST_CONTENT, done));
        done.addListener(written -> {
            if (written.isSuccess()) {
                owner.replied(keepOpen);
            } else {
                var _ = context.close();
            }
        });
        return done;
    }

    @Override
    public void abort(ChannelSink sink) {
        ChannelPromise done = context.newPromise();
        onLoop(sink, done, () -> {
            if (sink.terms().http10() && sink.begun()) {
                // without chunks, only a reset tells a cut reply from a whole one
                context.channel().config().setOption(ChannelOption.SO_LINGER, 0);
            }
            write(Unpooled.EMPTY_BUFFER, done);
        });
        done.addListener(written -> ConnectionEnd.cut(context.channel()));
    }

    /** Lets the client send the body that it holds back. */
    void writeContinue() {
        write(
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER),
                context.newPromise());
    }

    private void startReply(ChannelSink sink, HttpHeaders headers, boolean delimited) {
        keepOpen = delimited && owner.mayStayOpen(sink.terms());
        encoder.headOnly(sink.terms().headOnly());
        if (!keepOpen) {
            headers.set("connection", "close");
        } else if (sink.terms().http10()) {
            headers.set("connection", "keep-alive");
        }
    }

    private static boolean mayHaveBody(int status) {
        return status >= 200 && status != 204 && status != 304;
    }

    private void write(Object message, ChannelPromise done) {
        var _ = context.writeAndFlush(message, done);
    }

    private void onLoop(ChannelSink sink, ChannelPromise done, Runnable write) {
        Runnable task = () -> {
            if (!owner.isCurrent(sink) || !context.channel().isActive()) {
                done.setFailure(new ClosedChannelException());
                return;
            }
            try {
                write.run();
            } catch (RuntimeException failure) {
                // the request's thread waits for this promise
                done.tryFailure(failure);
                throw failure;
            }
        };
        if (context.executor().inEventLoop()) {
            task.run();
            return;
        }
        try {
            context.executor().execute(task);
        } catch (RejectedExecutionException stopped) {
            done.tryFailure(new ClosedChannelException());
        }
    }
}
