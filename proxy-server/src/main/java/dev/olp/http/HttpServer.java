package dev.olp.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listening server. {@code start}, then in this order {@code stopAccepting} (optional) and {@code close}.
 */
public final class HttpServer {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** Parsing heads and moving bytes is all that they do. */
    private static final int MOST_LOOPS = 2;

    private static final int BACKLOG = 1024;
    private static final int LARGEST_READ = 16 * 1024;

    /** Kernel memory for a client that does not read; left alone, it grows to megabytes for each. */
    private static final int SEND_BUFFER = 128 * 1024;

    /** What a client that died may leave behind is held here until its request ends: the kernel would grow it to megabytes. */
    private static final int RECEIVE_BUFFER = 128 * 1024;

    private static final Duration AFTER_CUT = Duration.ofSeconds(5);

    private final AtomicReference<Door> door;
    private final Connections connections;
    private final DoorParts parts;
    private final Traffic traffic;
    private final EventLoopGroup loops;
    private final List<Channel> listeners;

    private HttpServer(
            AtomicReference<Door> door,
            DoorParts parts,
            Connections connections,
            Traffic traffic,
            EventLoopGroup loops,
            List<Channel> listeners) {
        this.door = door;
        this.parts = parts;
        this.connections = connections;
        this.traffic = traffic;
        this.loops = loops;
        this.listeners = listeners;
    }

    /** Binds and serves; {@link CannotBind} when an address of the list cannot be had. */
    public static HttpServer start(HttpSettings settings, DoorParts parts) throws CannotBind {
        return start(settings, parts, Transport.best());
    }

    static HttpServer start(HttpSettings settings, DoorParts parts, Transport transport) throws CannotBind {
        int threads = Math.min(MOST_LOOPS, Runtime.getRuntime().availableProcessors());
        EventLoopGroup loops =
                new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("http", true), transport.handlers());
        try {
            Connections connections = new Connections();
            Traffic traffic = new Traffic();
            AtomicReference<Door> door = new AtomicReference<>(new Door(settings, parts, connections));
            ServerBootstrap bootstrap = bootstrap(loops, transport, door::get, traffic);
            List<Channel> listeners =
                    new PortBinder(bootstrap, new PortHolder(Path.of("/proc"))).bind(settings.bind(), settings.port());
            LOG.atInfo()
                    .addKeyValue("transport", transport.name())
                    .addKeyValue(
                            "addresses",
                            listeners.stream().map(Channel::localAddress).toList())
                    .log("listening");
            return new HttpServer(door, parts, connections, traffic, loops, listeners);
        } catch (CannotBind failure) {
            stop(loops);
            throw failure;
        }
    }

    private static ServerBootstrap bootstrap(
            EventLoopGroup loops, Transport transport, Supplier<Door> door, Traffic traffic) {
        return new ServerBootstrap()
                .group(loops)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_RCVBUF, RECEIVE_BUFFER)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.SO_SNDBUF, SEND_BUFFER)
                .childOption(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(1024, 2048, LARGEST_READ).maxMessagesPerRead(1))
                .childOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(ChannelSink.LOW, ChannelSink.HIGH))
                .childHandler(Door.initializer(door, traffic));
    }

    /** The one port of all listeners. */
    public int boundPort() {
        return PortBinder.portOf(listeners.getFirst());
    }

    /** Connections that come later are served by these settings; addresses and port stay as they are. */
    public void take(HttpSettings settings) {
        door.set(new Door(settings, parts, connections));
    }

    public int openConnections() {
        return connections.openConnections();
    }

    /** Since the start, over all connections, as on the wire. */
    public long bytesReceived() {
        return traffic.received();
    }

    /** Since the start, over all connections, as on the wire; what was cut off on its way too. */
    public long bytesSent() {
        return traffic.sent();
    }

    /** Requests whose handler has not returned yet. */
    public int activeRequests() {
        return connections.activeRequests();
    }

    /** Closes the listeners and idle connections; running requests go on and close their connection after the reply. */
    public void stopAccepting() {
        listeners.forEach(listener -> listener.close().awaitUninterruptibly());
        connections.drain();
    }

    /**
     * Stops accepting, waits for running requests, cuts what is left after the drain time and waits a little for their
     * handlers.
     *
     * @return whether every handler has returned
     */
    public boolean close(Duration drain) throws InterruptedException {
        stopAccepting();
        boolean quiet = connections.awaitNone(drain);
        if (!quiet) {
            LOG.atInfo().addKeyValue("requests", activeRequests()).log("cutting what is left after the drain time");
            connections.cutAll();
            quiet = connections.awaitNone(AFTER_CUT);
        }
        stop(loops);
        return quiet;
    }

    private static void stop(EventLoopGroup loops) {
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
