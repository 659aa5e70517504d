package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
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
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

    private enum Phase {
        IDLE,
        HEAD,
        REQUEST,
        SKIPPING,
        LINGERING
    }

    private final HttpSettings settings;
    private final Door door;
    private final InboundGate gate;
    private final ReplyEncoder encoder;
    private final Deadline deadline = new Deadline();
    private ChannelHandlerContext context;
    private ReplyWriter writer;
    private DoorReplies replies;
    private ConnectionEnd end;
    private Reception reception;
    private Phase phase = Phase.IDLE;
    private @Nullable Exchange current;
    private boolean emptyLastFollows;
    private boolean tooMany;
    private boolean lastRequest;
    private boolean inputEnding;

    @SuppressWarnings("NullAway.Init") // context and what hangs on it come with handlerAdded, before any other call
    HttpConnection(Door door, StrictRequestDecoder decoder, ReplyEncoder encoder) {
        this.door = door;
        this.settings = door.settings();
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
        replies = new DoorReplies(door, writer);
        end = new ConnectionEnd(added, deadline, settings.lingerTimeout());
        reception = new Reception(door, writer, added.channel());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        Connections.Room room = door.opened(this, reception.peer());
        if (room == Connections.Room.NONE) {
            end.cut();
            return;
        }
        tooMany = room == Connections.Room.TO_REFUSE;
        deadline.arm(context, settings.headTimeout(), this::headTooSlow);
        gate.want();
    }

    @Override
    public void bytesCame(int count) {
        end.bytesCame();
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
        boolean bodiless = !RequestHead.hasBody(request);
        emptyLastFollows = bodiless && request.decoderResult().isSuccess();
        RequestHead head;
        try {
            head = reception.check(request, tooMany);
        } catch (ApiException refused) {
            refuse(refused.error(), request);
            return;
        }
        Exchange exchange = reception.exchange(head, bodiless, sink -> onLoop(() -> bodyWanted(sink)));
        current = exchange;
        if (head.method().equals("OPTIONS")) {
            replies.answerOptions(exchange, head);
        } else {
            reception.start(head, exchange);
        }
    }

    /** Answers what never became a request, and lets nothing follow. */
    private void refuse(ApiError error, @Nullable HttpRequest request) {
        lastRequest = true;
        phase = Phase.REQUEST;
        Exchange refusal = replies.refusal(request);
        current = refusal;
        replies.refuse(refusal, error);
    }

    private void pieceCame(HttpContent piece) {
        Exchange exchange = current;
        if (exchange == null) {
            piece.release();
            return;
        }
        if (piece.decoderResult().isFailure()) {
            piece.release();
            lastRequest = true;
            exchange.bodyBroken(
                    RequestHead.refusalOf(piece.decoderResult().cause()).error());
            if (phase == Phase.SKIPPING) {
                closeGently(exchange);
            }
            return;
        }
        exchange.pieceCame(piece.content(), piece instanceof LastHttpContent);
        if (phase == Phase.SKIPPING) {
            skipOn(exchange);
        }
    }

    private void bodyWanted(ChannelSink asking) {
        Exchange exchange = current;
        if (exchange == null || exchange.sink() != asking) {
            return;
        }
        if (phase == Phase.REQUEST && !exchange.bodyComplete() && !lastRequest) {
            if (exchange.continueIsDue()) {
                writer.writeContinue();
            }
            gate.want();
        }
    }

    @Override
    public boolean isCurrent(ChannelSink sink) {
        return current != null && current.sink() == sink;
    }

    @Override
    public boolean mayStayOpen(ReplyTerms terms) {
        return terms.keepAlive()
                && !lastRequest
                && !tooMany
                && !inputEnding
                && !door.connections().draining()
                && current != null
                && current.restIsSmall();
    }

    @Override
    public void replied(boolean keepOpen) {
        Exchange exchange = current;
        if (phase != Phase.REQUEST || exchange == null) {
            return;
        }
        exchange.replied();
        if (!keepOpen || lastRequest) {
            closeGently(exchange);
            return;
        }
        phase = Phase.SKIPPING;
        deadline.arm(context, settings.lingerTimeout(), this::close);
        skipOn(exchange);
    }

    private void skipOn(Exchange exchange) {
        if (!exchange.bodyComplete()) {
            gate.want();
            return;
        }
        current = null;
        if (gate.hasBytes()) {
            awaitHead();
        } else if (door.connections().draining()) {
            close();
            return;
        } else {
            phase = Phase.IDLE;
            deadline.arm(context, settings.idleTimeout(), this::close);
        }
        gate.want();
    }

    private void closeGently(Exchange exchange) {
        if (inputEnding || (exchange.bodyComplete() && !lastRequest && !gate.hasBytes())) {
            close();
        } else {
            phase = Phase.LINGERING;
            end.linger(gate);
        }
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
            current.bodyBroken(null);
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
            current.bodyBroken(null);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof IdleStateEvent) {
            end.stalled(reception.peer());
        } else if (event instanceof TlsEntry.NotTls) {
            refuse(
                    ApiError.of(
                            400,
                            "https_required",
                            "This port speaks https, not plain http: the base URL must begin with https."),
                    null);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end.failed(cause);
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
        onLoop(end::cut);
    }

    private void close() {
        end.close();
    }

    private void onLoop(Runnable task) {
        try {
            context.executor().execute(task);
        } catch (RejectedExecutionException stopped) {
            LOG.atDebug().log("the event loop has stopped");
        }
    }
}
