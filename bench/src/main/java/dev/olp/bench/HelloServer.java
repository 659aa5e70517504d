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
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The least that Netty can do: every request is answered with {@code hello}. What OLP's requests are compared with. */
final class HelloServer {
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);

    private HelloServer() {}

    /** {@code PORT-FILE}: serves until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                Math.min(2, Runtime.getRuntime().availableProcessors()), EpollIoHandler.newFactory());
        InetSocketAddress bound = (InetSocketAddress) new ServerBootstrap()
                .group(loops)
                .channel(EpollServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new HttpObjectAggregator(1024), new Hello());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel()
                .localAddress();
        Path file = Path.of(arguments[0]);
        Path fresh = Files.writeString(file.resolveSibling("port.new"), Integer.toString(bound.getPort()));
        Files.move(fresh, file);
        while (System.in.read() >= 0) {
            // until the end
        }
        loops.shutdownGracefully().syncUninterruptibly();
    }

    private static final class Hello extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(HELLO));
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain");
            response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, HELLO.length);
            var _ = context.writeAndFlush(response);
        }
    }
}
