package dev.olp.gateway;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the sockets through which children reach their upstream. One for the server. Where a child may go, what it may
 * spend and as whom is fixed when its socket is opened; nothing that it sends can change that.
 */
public final class Gateway implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

    private static final int TOKEN_BYTES = 32;
    /** At once, of one run; each has at most one connection to the upstream. */
    private static final int MOST_CONNECTIONS = 16;

    private static final int LARGEST_FIRST_LINE = 4 * 1024;

    private final IoEventLoopGroup loops;
    private final boolean ownsLoops;
    private final GatewayTransport transport;
    private final SecureRandom random;
    private final UpstreamConnector connector;
    private final ExecutorService resolving = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("gateway-resolve-", 0).factory());
    private final Set<GatewayRun> open = ConcurrentHashMap.newKeySet();
    private final Set<WaitingGateway> waiting = ConcurrentHashMap.newKeySet();

    private Gateway(IoEventLoopGroup loops, boolean ownsLoops, SecureRandom random, SslContext tls, Resolver resolver) {
        this.loops = loops;
        this.ownsLoops = ownsLoops;
        this.random = random;
        this.transport = GatewayTransport.of(loops);
        this.connector = new UpstreamConnector(resolving, resolver, tls, transport);
    }

    /** @param loops shared with others and not closed here; their work is never blocked */
    public static Gateway on(IoEventLoopGroup loops, SecureRandom random) throws IOException {
        return new Gateway(loops, false, random, systemTls(), Resolver.SYSTEM);
    }

    /** With one event loop of its own. */
    public static Gateway start(SecureRandom random) throws IOException {
        return new Gateway(GatewayTransport.loops(1, true), true, random, systemTls(), Resolver.SYSTEM);
    }

    /** With another transport, other roots or another resolver. */
    static Gateway start(boolean epoll, SecureRandom random, SslContext tls, Resolver resolver) {
        return new Gateway(GatewayTransport.loops(1, epoll), true, random, tls, resolver);
    }

    private static SslContext systemTls() throws IOException {
        return tls(SslContextBuilder.forClient());
    }

    /** The host name is checked, always: no option of the operator's or the child's. The JDK's roots by default. */
    static SslContext tls(SslContextBuilder builder) throws IOException {
        return builder.sslProvider(SslProvider.JDK)
                .endpointIdentificationAlgorithm("HTTPS")
                .build();
    }

    /**
     * Makes the socket, mode 0600, and serves it until the run is closed.
     *
     * @throws IOException the socket cannot be made, something stands there, or others may write to its directory
     * @throws IllegalArgumentException the login fits no header
     */
    public GatewayRun open(GatewaySpec spec) throws IOException {
        WaitingGateway waiting = hold(spec.socket(), spec.access());
        try {
            return waiting.lead(spec);
        } catch (IllegalArgumentException e) {
            waiting.close();
            throw e;
        }
    }

    /**
     * Makes the socket, mode 0600, and lets whoever connects wait until it leads somewhere.
     *
     * @throws IOException the socket cannot be made, something stands there, or others may write to its directory
     */
    public WaitingGateway hold(Path socket, SocketAccess access) throws IOException {
        byte[] secret = new byte[TOKEN_BYTES];
        random.nextBytes(secret);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
        CompletableFuture<RunParts> parts = new CompletableFuture<>();
        Channel listener = RunSocket.bind(bootstrap(parts), transport, socket, access);
        WaitingGateway held = new WaitingGateway(
                socket, token, listener, spec -> lead(spec, token, listener, parts), waiting::remove);
        waiting.add(held);
        return held;
    }

    private GatewayRun lead(GatewaySpec spec, String token, Channel listener, CompletableFuture<RunParts> destination) {
        Meter meter = new Meter(spec.budget());
        AtomicBoolean timeIsUp = new AtomicBoolean();
        RunParts parts = new RunParts(
                spec.upstream(),
                spec.style().headers(spec.login()),
                connector,
                new Admission(spec.allowed(), token, meter, timeIsUp::get),
                meter,
                spec.observer(),
                new DefaultChannelGroup(loops.next(), true),
                RunParts.noRefusals());
        Future<?> expiry = listener.eventLoop()
                .schedule(
                        () -> {
                            timeIsUp.set(true);
                            parts.cutAll();
                        },
                        spec.budget().time().toMillis(),
                        TimeUnit.MILLISECONDS);
        GatewayRun run = new GatewayRun(spec.socket(), token, parts, listener, expiry, open::remove);
        open.add(run);
        destination.complete(parts);
        listener.config().setAutoRead(true);
        return run;
    }

    /** Closes every run that is still open. */
    @Override
    public void close() {
        Set.copyOf(open).forEach(GatewayRun::close);
        Set.copyOf(waiting).forEach(Gateway::discard);
        resolving.close();
        if (ownsLoops) {
            loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
        }
    }

    private static void discard(WaitingGateway held) {
        try {
            held.close();
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("a socket that led nowhere stays");
        }
    }

    /** Nobody is let in before there are parts to serve by. */
    private ServerBootstrap bootstrap(CompletableFuture<RunParts> parts) {
        return GatewayTransport.serving(loops)
                .option(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        serve(channel, parts.join());
                    }
                });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // closing a connection that was never used cannot matter
    private static void serve(Channel channel, RunParts parts) {
        parts.channels().add(channel);
        if (parts.channels().size() > 2 * MOST_CONNECTIONS) {
            channel.close();
            return;
        }
        HttpDecoderConfig limits = new HttpDecoderConfig()
                .setMaxInitialLineLength(LARGEST_FIRST_LINE)
                .setMaxHeaderSize(UpstreamConnector.LARGEST_HEAD)
                .setMaxChunkSize(UpstreamConnector.LARGEST_PIECE);
        channel.pipeline().addLast(new HttpServerCodec(limits)).addLast(new ChildConnection(parts, channel));
    }
}
