package dev.olp.gateway;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Function;

/** How sockets are served on given event loops: both kinds behave alike. */
public record GatewayTransport(
        Class<? extends ServerChannel> listener,
        Class<? extends Channel> client,
        Function<Path, SocketAddress> address) {
    /** In bytes, of a socket to the outside: the kernel would let it grow to many megabytes. */
    private static final int KERNEL_BUFFER = 128 * 1024;

    /** Until a connection stands, and until TLS does. */
    public static final Duration CONNECT = Duration.ofSeconds(10);

    private static final int LOW = 32 * 1024;
    private static final int HIGH = 64 * 1024;
    private static final int LARGEST_READ = 32 * 1024;

    /** One socket read at a time, at most 32 KiB. */
    private static RecvByteBufAllocator smallReads() {
        return new AdaptiveRecvByteBufAllocator(1024, 4096, LARGEST_READ).maxMessagesPerRead(1);
    }

    /** From 64 KiB on, the other side is not read until 32 KiB are left. */
    private static WriteBufferWaterMark littleHeld() {
        return new WriteBufferWaterMark(LOW, HIGH);
    }

    /** All but the handler of connections to the outside: nothing is read before somebody asks. */
    public Bootstrap dialling(EventLoop loop) {
        return new Bootstrap()
                .group(loop)
                .channel(client)
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.SO_SNDBUF, KERNEL_BUFFER)
                .option(ChannelOption.SO_RCVBUF, KERNEL_BUFFER)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT.toMillis())
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, littleHeld())
                .option(ChannelOption.RECVBUF_ALLOCATOR, smallReads());
    }

    /**
     * Connects to the first of these addresses that answers.
     *
     * @param connected gets the channel, on its event loop
     * @param failed gets why the last of them did not answer
     */
    public static void connect(
            Bootstrap bootstrap,
            Iterator<InetAddress> addresses,
            int port,
            Consumer<Channel> connected,
            Consumer<Throwable> failed) {
        ChannelFuture connecting = bootstrap.connect(new InetSocketAddress(addresses.next(), port));
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                connected.accept(connecting.channel());
            } else if (addresses.hasNext()) {
                connect(bootstrap, addresses, port, connected, failed);
            } else {
                failed.accept(done.cause());
            }
        });
    }

    /** All but the handler of a run's socket: nothing is read before somebody asks. */
    public static ServerBootstrap serving(IoEventLoopGroup loops) {
        return new ServerBootstrap()
                .group(loops)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, smallReads())
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, littleHeld());
    }

    public static GatewayTransport of(IoEventLoopGroup loops) {
        if (Epoll.isAvailable() && loops.isIoType(EpollIoHandler.class)) {
            return new GatewayTransport(
                    EpollServerDomainSocketChannel.class,
                    EpollSocketChannel.class,
                    path -> new DomainSocketAddress(path.toFile()));
        }
        return new GatewayTransport(
                NioServerDomainSocketChannel.class, NioSocketChannel.class, UnixDomainSocketAddress::of);
    }

    public static IoEventLoopGroup loops(int threads, boolean epoll) {
        IoHandlerFactory handlers =
                epoll && Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("gateway", true), handlers);
    }
}
