package dev.olp.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** How sockets are served: epoll where its native part loads, else NIO. Same behaviour, other cost. */
record Transport(String name, IoHandlerFactory handlers, Class<? extends ServerChannel> serverChannel) {
    static Transport best() {
        return Epoll.isAvailable() ? epoll() : nio();
    }

    static Transport nio() {
        return new Transport("nio", NioIoHandler.newFactory(), NioServerSocketChannel.class);
    }

    private static Transport epoll() {
        return new Transport("epoll", EpollIoHandler.newFactory(), EpollServerSocketChannel.class);
    }
}
