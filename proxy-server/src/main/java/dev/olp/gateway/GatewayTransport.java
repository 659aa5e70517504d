package dev.olp.gateway;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
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
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.function.Function;

/** How sockets are served on given event loops: both kinds behave alike. */
public record GatewayTransport(
        Class<? extends ServerChannel> listener,
        Class<? extends Channel> client,
        Function<Path, SocketAddress> address) {
    /** In bytes, of a socket to the outside: the kernel would let it grow to many megabytes. */
    public static final int KERNEL_BUFFER = 128 * 1024;

    private static final int LOW = 32 * 1024;
    private static final int HIGH = 64 * 1024;
    private static final int LARGEST_READ = 32 * 1024;

    /** One socket read at a time, at most 32 KiB. */
    public static RecvByteBufAllocator smallReads() {
        return new AdaptiveRecvByteBufAllocator(1024, 4096, LARGEST_READ).maxMessagesPerRead(1);
    }

    /** From 64 KiB on, the other side is not read until 32 KiB are left. */
    public static WriteBufferWaterMark littleHeld() {
        return new WriteBufferWaterMark(LOW, HIGH);
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
