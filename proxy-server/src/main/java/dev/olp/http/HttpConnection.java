package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.ErrorBody;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client connection: requests one at a time, in order. Event loop only, but for {@link #drain} and {@link #cut}.
 *
 * <pre>
 *   IDLE → HEAD → REQUEST → IDLE              the reply is out and the body was read
 *                    ├────→ SKIPPING → IDLE   the reply is out, a small rest of the body is thrown away
 *                    └────→ LINGERING         no further request: our side is closed, input is thrown away for a while
 * </pre>
 *
 * A client that ends its sending side while its request runs counts as gone (as in nginx): a killed process looks the
 * same from here, and a model call must not run for nobody. Replies of known length are still tried.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements InboundGate.Listener, ReplyWriter.Owner {
    /** A rest of a body that is cheaper to read than a new connection. */
    private static final int SMALL_REST = 64 * 1024;

    private static final int LINGER_TICKS = 6;

    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    private enum Phase {
        IDLE,
        HEAD,
        REQUEST,
        SKIPPING,
        LINGERING
    }

    private final HttpSettings settings;
    private final DoorParts parts;
    private final Door door;
    private final InboundGate gate;
    private final ReplyEncoder encoder;
    private final Deadline deadline = new Deadline();
    private ChannelHandlerContext context;
    private ReplyWriter writer;
    private Phase phase = Phase.IDLE;
    private @Nullable Exchange current;
    private boolean bodyComplete;
    private boolean bodyStarted;
    private boolean emptyLastFollows;
    private boolean continueSent;
    private boolean lastRequest;
    private boolean inputEnding;
    private boolean bytesSinceTick;

    @SuppressWarnings("NullAway.Init") // context and writer come with handlerAdded, before any other call
    HttpConnection(Door door, StrictRequestDecoder decoder, ReplyEncoder encoder) {
        this.door = door;
        this.settings = door.settings();
        this.parts = door.parts();
        this.gate = new InboundGate(decoder, this);
        this.encoder = encoder;
    }

    InboundGate gate() {
        return gate;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        writer = new ReplyWriter(added, encoder, this);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Connections.Room room = door.connections().opened(this);
        if (room == Connections.Room.NONE) {
            close();
            return;
        }
        if (room == Connections.Room.TO_REFUSE) {
            refuse(ApiError.of(503, "overloaded", "Too many connections.").withHeader("retry-after", "5"), null);
            return;
        }
        deadline.arm(context, settings.headTimeout(), this::headTooSlow);
        gate.want();
    }

    @Override
    public void bytesCame(int count) {
        bytesSinceTick = true;
        if (phase == Phase.IDLE) {
            awaitHead();
        }
    }

    private void awaitHead() {
        phase = Phase.HEAD;
        deadline.arm(context, settings.headTimeout(), this::headTooSlow);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (emptyLastFollows || gate.discarding()) {
            // the end that comes in one go with a head without a body, whose reply may be out by now;
            // or what a closing decoder squeezes out
            emptyLastFollows = false;
            ReferenceCountUtil.release(message);
            return;
        }
        gate.delivered();
        if (message instanceof HttpRequest request) {
            headCame(request);
        } else if (message instanceof HttpContent piece) {
            pieceCame(piece);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    private void headCame(HttpRequest request) {
        deadline.disarm();
        phase = Phase.REQUEST;
        bodyComplete = !hasBody(request);
        emptyLastFollows = bodyComplete && request.decoderResult().isSuccess();
        bodyStarted = false;
        continueSent = false;
        RequestHead head;
        try {
            head = RequestHead.check(request, door.hosts(), localAddress());
        } catch (ApiException refused) {
            refuse(refused.error(), request);
            return;
        }
        String id = parts.ids().get();
        ChannelSink sink = new ChannelSink(writer, ReplyTerms.of(id, head, door.cors()), parts.clock());
        BodyInput input = new BodyInput(
                () -> onLoop(() -> bodyWanted(sink)), settings.bodyProgressTimeout(), settings.bodyTotalTimeout());
        if (bodyComplete) {
            input.end();
        }
        current = new Exchange(sink, input, head.expectsContinue(), head.declaredLength());
        if (head.method().equals("OPTIONS")) {
            answerOptions(head, sink);
        } else {
            start(id, head, sink, input);
        }
    }

    private void start(String id, RequestHead head, ChannelSink sink, BodyInput input) {
        InboundBody body = new InboundBody(
                input,
                head.headers().getOrDefault("content-encoding", List.of()),
                head.declaredLength(),
                settings.maxBodyBytes(),
                parts.bodies(),
                parts.work());
        InboundRequest request = new InboundRequest(
                id,
                head.method(),
                head.target().path(),
                head.target().query(),
                head.headers(),
                remoteAddress(),
                parts.ticker().getAsLong(),
                body);
        door.connections().requestStarted();
        Thread.ofVirtual()
                .name("request-" + id)
                .start(new RequestRun(parts.handler(), request, sink, door.connections()));
    }

    private static boolean hasBody(HttpRequest request) {
        String length = request.headers().get("content-length", "0");
        return request.headers().contains("transfer-encoding") || !length.matches("0*");
    }

    /** A preflight needs no key: browsers send none with it. */
    private void answerOptions(RequestHead head, ChannelSink sink) {
        Map<String, String> headers = head.header("origin") == null
                ? Map.of("allow", Cors.METHODS)
                : door.cors().preflight(head.target().path(), head.header("access-control-request-headers"));
        writeNow(sink, new ResponseHead(204, headers), new byte[0]);
    }

    /** Answers what never became a request, and lets nothing follow. */
    private void refuse(ApiError error, @Nullable HttpRequest request) {
        lastRequest = true;
        phase = Phase.REQUEST;
        String id = parts.ids().get();
        String origin = request == null ? null : request.headers().get("origin");
        String path = request == null ? "/" : request.uri();
        ReplyTerms terms = new ReplyTerms(
                id,
                null,
                door.cors().reply(path, origin),
                request != null && request.method().name().equals("HEAD"),
                false,
                false);
        ChannelSink sink = new ChannelSink(writer, terms, parts.clock());
        current = new Exchange(
                sink, new BodyInput(() -> {}, settings.bodyProgressTimeout(), settings.bodyTotalTimeout()), false, -1);
        LOG.atDebug()
                .addKeyValue("request", id)
                .addKeyValue("code", error.code())
                .log("refused at the door");
        writeNow(sink, ReplyTerms.headOf(error), ErrorBody.openAi(error));
    }

    private void writeNow(ChannelSink sink, ResponseHead head, byte[] body) {
        HttpHeaders headers = sink.terms().headers(head, parts.clock());
        var _ = writer.writeWhole(sink, head.status(), headers, body);
    }

    private void pieceCame(HttpContent piece) {
        if (piece.decoderResult().isFailure()) {
            piece.release();
            lastRequest = true;
            if (phase == Phase.SKIPPING) {
                closeGently();
            } else if (current != null) {
                current.input()
                        .fail(RequestHead.refusalOf(piece.decoderResult().cause())
                                .error());
            }
            return;
        }
        boolean last = piece instanceof LastHttpContent;
        bodyComplete |= last;
        bodyStarted = true;
        if (phase == Phase.REQUEST && current != null) {
            current.input().offer(piece.content(), last);
        } else {
            piece.release();
            if (phase == Phase.SKIPPING) {
                skipOn();
            }
        }
    }

    private void bodyWanted(ChannelSink asking) {
        if (phase != Phase.REQUEST || current == null || current.sink() != asking || bodyComplete || lastRequest) {
            return;
        }
        if (current.expectsContinue() && !continueSent && !bodyStarted) {
            continueSent = true;
            writer.writeContinue();
        }
        gate.want();
    }

    @Override
    public boolean isCurrent(ChannelSink sink) {
        return current != null && current.sink() == sink;
    }

    @Override
    public boolean mayStayOpen(ReplyTerms terms) {
        return terms.keepAlive()
                && !lastRequest
                && !inputEnding
                && !door.connections().draining()
                && restIsSmall();
    }

    private boolean restIsSmall() {
        if (bodyComplete) {
            return true;
        }
        Exchange exchange = current;
        boolean clientMayHoldBack = exchange != null && exchange.expectsContinue() && !continueSent && !bodyStarted;
        return exchange != null
                && !clientMayHoldBack
                && exchange.declaredLength() >= 0
                && exchange.declaredLength() - exchange.input().received() <= SMALL_REST;
    }

    @Override
    public void replied(boolean keepOpen) {
        if (phase != Phase.REQUEST || current == null) {
            return;
        }
        current.input().fail(null);
        if (!keepOpen || lastRequest) {
            closeGently();
            return;
        }
        phase = Phase.SKIPPING;
        deadline.arm(context, settings.lingerTimeout(), this::close);
        skipOn();
    }

    private void skipOn() {
        current = null;
        if (!bodyComplete) {
            gate.want();
            return;
        }
        if (gate.hasBytes()) {
            awaitHead();
        } else {
            phase = Phase.IDLE;
            deadline.arm(context, settings.idleTimeout(), this::close);
            if (door.connections().draining()) {
                close();
                return;
            }
        }
        gate.want();
    }

    /**
     * Closes our side, then reads on for a while: a close with unread input would make the kernel send a reset, and that
     * would take the reply from a client that is still writing its body.
     */
    private void closeGently() {
        boolean nothingMoreComes = inputEnding || (bodyComplete && !lastRequest && !gate.hasBytes());
        if (nothingMoreComes || !(context.channel() instanceof DuplexChannel duplex)) {
            close();
            return;
        }
        phase = Phase.LINGERING;
        var _ = duplex.shutdownOutput();
        gate.discardAll();
        linger(LINGER_TICKS);
    }

    /** At most the whole linger time, and one tick of it without a byte. */
    private void linger(int ticksLeft) {
        bytesSinceTick = false;
        deadline.arm(context, settings.lingerTimeout().dividedBy(LINGER_TICKS), () -> {
            if (bytesSinceTick && ticksLeft > 1) {
                linger(ticksLeft - 1);
            } else {
                close();
            }
        });
    }

    private void headTooSlow() {
        if (phase == Phase.HEAD) {
            refuse(ApiError.of(408, "request_timeout", "The request's head was not complete in time."), null);
        } else {
            close();
        }
    }

    @Override
    public void inputEnding() {
        inputEnding = true;
        if (phase == Phase.LINGERING) {
            close();
        } else if (current != null) {
            current.sink().clientGone();
        }
    }

    @Override
    public void inputEnded() {
        if (phase == Phase.REQUEST && current != null) {
            current.input().fail(null);
        } else {
            close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline.disarm();
        door.connections().closed(this);
        if (current != null) {
            current.sink().clientGone();
            current.input().fail(null);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof IdleStateEvent && hasUnsentBytes(ctx.channel())) {
            LOG.atInfo().addKeyValue("peer", remoteAddress().getHostAddress()).log("cut a client that stopped reading");
            close();
        }
    }

    private static boolean hasUnsentBytes(Channel channel) {
        var waiting = channel.unsafe().outboundBuffer();
        return waiting != null && !waiting.isEmpty();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.atError().setCause(cause).log("a connection failed inside the server");
        }
        close();
    }

    /** Any thread: closes now if nothing runs, else after the reply. */
    void drain() {
        onLoop(() -> {
            if (phase == Phase.IDLE) {
                close();
            }
        });
    }

    /** Any thread: closes whatever runs. */
    void cut() {
        onLoop(this::close);
    }

    private void close() {
        var _ = context.close();
    }

    private void onLoop(Runnable task) {
        try {
            context.executor().execute(task);
        } catch (RejectedExecutionException stopped) {
            LOG.atDebug().log("the event loop has stopped");
        }
    }

    private InetAddress localAddress() {
        return ((InetSocketAddress) context.channel().localAddress()).getAddress();
    }

    private InetAddress remoteAddress() {
        return ((InetSocketAddress) context.channel().remoteAddress()).getAddress();
    }
}
