package dev.olp.fakeupstream;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a client. Requests are answered on a virtual thread, one after another (no CLI pipelines); the event
 * loop stays free to see the client close, which a silent reply needs.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write or close that fails closes the channel, which is what is watched
final class Connection extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final Recorder recorder;
    private final Function<Exchange, Reply> answers;
    private final ExecutorService workers;
    private final InstantSource clock;
    private final BooleanSupplier stopping;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean closedByUs;
    private volatile @Nullable Exchange current;

    Connection(
            Recorder recorder,
            Function<Exchange, Reply> answers,
            ExecutorService workers,
            InstantSource clock,
            BooleanSupplier stopping) {
        this.stopping = stopping;
        this.recorder = recorder;
        this.answers = answers;
        this.workers = workers;
        this.clock = clock;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
        Exchange exchange = new Exchange(
                recorder.nextNumber(),
                request.method().name(),
                request.uri(),
                request.headers().entries(),
                ByteBufUtil.getBytes(request.content()),
                clock.instant());
        Exchange previous = current;
        if (previous != null) {
            previous.markClosed(true);
        }
        current = exchange;
        recorder.add(exchange);
        Channel channel = context.channel();
        workers.execute(() -> answer(channel, exchange));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        Exchange exchange = current;
        if (exchange != null) {
            exchange.markClosed(closedByUs || stopping.getAsBoolean());
        }
        closed.countDown();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // a reset by the client comes here too; channelInactive follows and records it
        context.close();
    }

    private void answer(Channel channel, Exchange exchange) {
        try {
            switch (answers.apply(exchange)) {
                case Reply.Silence() -> closed.await();
                case Reply.HangUp() -> close(channel);
                case Reply.Response response -> send(channel, exchange, response);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            close(channel);
        }
    }

    private void send(Channel channel, Exchange exchange, Reply.Response response) throws InterruptedException {
        HttpResponse head =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()));
        response.headers().forEach(head.headers()::set);
        boolean noBody = exchange.method().equals("HEAD");
        if (!noBody) {
            head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        channel.write(head);
        if (!noBody) {
            for (byte[] part : response.parts()) {
                if (isGoneAfter(response.pause())) {
                    return;
                }
                channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(part)))
                        .await();
            }
        }
        switch (response.ending()) {
            case HANG -> {
                channel.flush();
                closed.await();
            }
            case ABORT -> {
                channel.config().setOption(ChannelOption.SO_LINGER, 0);
                close(channel);
            }
            case COMPLETE -> {
                exchange.markAnswered();
                channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).await();
            }
        }
    }

    private boolean isGoneAfter(Duration pause) throws InterruptedException {
        return closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void close(Channel channel) {
        closedByUs = true;
        channel.close();
    }
}
