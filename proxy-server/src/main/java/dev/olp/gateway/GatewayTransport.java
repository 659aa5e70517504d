package dev.olp.gateway;

import io.netty.channel.Channel;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
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
record GatewayTransport(
        Class<? extends ServerChannel> listener,
        Class<? extends Channel> client,
        Function<Path, SocketAddress> address) {

    static GatewayTransport of(IoEventLoopGroup loops) {
        if (Epoll.isAvailable() && loops.isIoType(EpollIoHandler.class)) {
            return new GatewayTransport(
                    EpollServerDomainSocketChannel.class,
                    EpollSocketChannel.class,
                    path -> new DomainSocketAddress(path.toFile()));
        }
        return new GatewayTransport(
                NioServerDomainSocketChannel.class, NioSocketChannel.class, UnixDomainSocketAddress::of);
    }

    static IoEventLoopGroup loops(int threads, boolean epoll) {
        IoHandlerFactory handlers =
                epoll && Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("gateway", true), handlers);
    }
}
