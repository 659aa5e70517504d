package dev.olp.gateway.egress;

import dev.olp.gateway.GatewayTransport;
import dev.olp.gateway.Meter;
import dev.olp.gateway.Resolver;
import dev.olp.gateway.RunSocket;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Opens the ways out of runs. One for the server. */
public final class EgressGate implements AutoCloseable {
    /** Both together 8 KiB. */
    private static final int LARGEST_FIRST_LINE = 1024;

    private static final int LARGEST_HEADERS = 7 * 1024;

    private final IoEventLoopGroup loops;
    private final boolean ownsLoops;
    private final GatewayTransport transport;
    private final Dialler dialler;
    private final ExecutorService blocking = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("egress-resolve-", 0).factory());
    private final Set<EgressRun> open = ConcurrentHashMap.newKeySet();

    private EgressGate(IoEventLoopGroup loops, boolean ownsLoops, Resolver resolver, AddressFilter filter) {
        this.loops = loops;
        this.ownsLoops = ownsLoops;
        this.transport = GatewayTransport.of(loops);
        this.dialler = new Dialler(blocking, resolver, filter, transport);
    }

    /**
     * A gate; the product's own is given {@link Resolver#SYSTEM} and a {@link PublicAddresses}.
     *
     * @param loops shared with others and not closed here; their work is never blocked
     */
    public static EgressGate on(IoEventLoopGroup loops, Resolver resolver, AddressFilter filter) {
        return new EgressGate(loops, false, resolver, filter);
    }

    /** The same with one event loop of its own. */
    public static EgressGate start(Resolver resolver, AddressFilter filter) {
        return new EgressGate(GatewayTransport.loops(1, true), true, resolver, filter);
    }

    /**
     * Makes the socket, mode 0600, and serves it until the run is closed; without hosts it makes none.
     *
     * @throws IOException the socket cannot be made, something stands there, or others may write to its directory
     */
    public EgressRun open(EgressSpec spec) throws IOException {
        EgressParts parts = new EgressParts(
                Set.copyOf(spec.hosts()),
                dialler,
                new Meter(spec.budget()),
                new AtomicBoolean(),
                new DefaultChannelGroup(loops.next(), true),
                new DefaultChannelGroup(loops.next(), true),
                EgressParts.noRefusals());
        if (spec.hosts().isEmpty()) {
            return new EgressRun(Optional.empty(), parts, () -> {}, run -> {});
        }
        Channel listener = RunSocket.bind(bootstrap(parts), transport, spec.socket(), spec.access());
        Future<?> expiry = listener.eventLoop()
                .schedule(parts::endTime, spec.budget().time().toMillis(), TimeUnit.MILLISECONDS);
        EgressRun run = new EgressRun(
                Optional.of(spec.socket()),
                parts,
                () -> {
                    expiry.cancel(false);
                    listener.close().awaitUninterruptibly();
                },
                open::remove);
        open.add(run);
        return run;
    }

    private ServerBootstrap bootstrap(EgressParts parts) {
        return GatewayTransport.serving(loops).childHandler(new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
                parts.children().add(channel);
                channel.pipeline()
                        .addLast(new HttpRequestDecoder(new HttpDecoderConfig()
                                .setMaxInitialLineLength(LARGEST_FIRST_LINE)
                                .setMaxHeaderSize(LARGEST_HEADERS)))
                        .addLast(new ConnectHandler(parts, channel));
            }
        });
    }

    /** Closes every run that is still open. */
    @Override
    public void close() {
        Set.copyOf(open).forEach(EgressRun::close);
        blocking.close();
        if (ownsLoops) {
            loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
        }
    }
}
