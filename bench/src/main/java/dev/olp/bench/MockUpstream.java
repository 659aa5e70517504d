package dev.olp.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Answers every request with {@link PassedChat}'s answer, whole or as a paced stream, and does nothing else. */
final class MockUpstream {
    private static final int MOST_BYTES = 1 << 20;
    private static final long PACE_MS = 4;

    private MockUpstream() {}

    /** {@code PORT-FILE}: serves until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        InetSocketAddress bound = (InetSocketAddress) new ServerBootstrap()
                .group(loop)
                .channel(EpollServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(MOST_BYTES), new Answering());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel()
                .localAddress();
        Path file = Path.of(arguments[0]);
        Path fresh = Files.writeString(file.resolveSibling("mock.new"), Integer.toString(bound.getPort()));
        Files.move(fresh, file);
        while (System.in.read() >= 0) {
            // until the end
        }
        loop.shutdownGracefully().syncUninterruptibly();
    }

    private static final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            if (request.content().toString(StandardCharsets.UTF_8).contains(PassedChat.prompt(true))) {
                DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
                head.headers()
                        .set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream")
                        .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
                var _ = context.write(head);
                stream(context, 0);
            } else {
                byte[] body = PassedChat.whole();
                DefaultFullHttpResponse whole = new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(body));
                whole.headers()
                        .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
                var _ = context.writeAndFlush(whole);
            }
        }

        private static void stream(ChannelHandlerContext context, int index) {
            var _ = context.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(PassedChat.event(index))));
            if (index < PassedChat.PIECES) {
                var _ = context.executor().schedule(() -> stream(context, index + 1), PACE_MS, TimeUnit.MILLISECONDS);
            } else {
                var _ = context.write(new DefaultHttpContent(Unpooled.wrappedBuffer(PassedChat.event(index + 1))));
                var _ = context.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT);
            }
        }
    }
}
