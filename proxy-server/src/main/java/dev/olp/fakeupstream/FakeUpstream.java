package dev.olp.fakeupstream;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * The providers' APIs on a loopback port. The scenario is chosen per request by the base URL ({@link #url(Scenario)});
 * the CLI appends its own path. Every request is recorded, the last 1,000 of them and at most 64 MiB.
 */
public final class FakeUpstream implements AutoCloseable {
    /** What the tools that a client offers are called with. */
    public static final String ARGUMENT = "echo olp > olp-was-here \u00e9";

    private static final int MAX_BODY = 64 << 20;
    private static final int MAX_REQUESTS = 1_000;
    private final Recorder recorder = new Recorder(MAX_REQUESTS);
    private final Answers answers = new Answers();
    private final EventLoopGroup eventLoop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final ExecutorService workers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("fake-upstream-", 0).factory());
    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final Channel listening;

    private FakeUpstream(int port, InstantSource clock) {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(eventLoop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        open.add(channel);
                        channel.closeFuture().addListener(done -> open.remove(channel));
                        channel.pipeline()
                                .addLast(new HttpServerCodec())
                                .addLast(new HttpObjectAggregator(MAX_BODY))
                                .addLast(new Connection(recorder, answers::to, workers, clock, stopping::get));
                    }
                });
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        listening = bootstrap.bind(address).syncUninterruptibly().channel();
    }

    /**
     * @param port 0 for any free one
     * @param clock for the arrival times
     */
    public static FakeUpstream start(int port, InstantSource clock) {
        return new FakeUpstream(port, clock);
    }

    /** On any free port, with the system's clock. */
    public static FakeUpstream start() {
        return start(0, InstantSource.system());
    }

    /** The base URL of a scenario, without a trailing slash. */
    public String url(Scenario scenario) {
        return url() + "/s/" + scenario.path();
    }

    /** The bare URL; requests without a scenario in the path get {@link Scenario#OK}. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** The wait before each part of {@link Scenario#SLOW}; 50 ms without it. */
    public void pause(Duration pause) {
        answers.pause(pause);
    }

    /** Queues the reply to one request at {@link Scenario#SCRIPT}. */
    public void next(Reply reply) {
        answers.next(reply);
    }

    /** What every answer says of the plan from now on, in the place of the headers that the fake makes up. */
    public void plan(Map<String, String> headers) {
        answers.plan(headers);
    }

    /** The kept requests, oldest first. */
    public List<Exchange> recorded() {
        return recorder.all();
    }

    /** Forgets all requests so far. */
    public void forget() {
        recorder.clear();
    }

    /**
     * Waits until so many kept requests match.
     *
     * @return false when the time is over
     */
    public boolean await(int wanted, Predicate<Exchange> which, Duration limit) throws InterruptedException {
        return recorder.await(wanted, which, limit);
    }

    /** Closes every connection, hanging ones too, and waits for its threads to end. */
    @Override
    public void close() {
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        listening.close().syncUninterruptibly();
        workers.shutdownNow();
        open.forEach(channel -> channel.close().syncUninterruptibly());
        workers.close();
        eventLoop.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }

    boolean isTerminated() {
        return workers.isTerminated() && eventLoop.isTerminated();
    }

    /** {@code --port N}: prints the URL and serves until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        int port = arguments.length == 2 && arguments[0].equals("--port") ? Integer.parseInt(arguments[1]) : 0;
        try (FakeUpstream upstream = start(port, InstantSource.system())) {
            PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
            out.println(upstream.url());
            while (System.in.read() >= 0) {
                // until the end
            }
        }
    }
}
