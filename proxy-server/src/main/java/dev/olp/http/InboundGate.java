package dev.olp.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;

/**
 * Lets bytes through to the decoder only while the connection wants an object, and holds a few back otherwise. It goes
 * on reading until {@link #MOST_HELD} bytes wait here, since reading is the only way to notice that a client has gone
 * while its request runs; past that it stops and TCP holds the client back. Event loop only.
 */
final class InboundGate extends ChannelInboundHandlerAdapter {
    static final int MOST_HELD = 16 * 1024;

    /** What the gate tells its connection. */
    interface Listener {
        /** Bytes came in; they may still be held. */
        void bytesCame(int count);

        /** The client has sent its last byte, and what is held yields no further object. */
        void inputEnded();

        /** The client has sent its last byte; what is held may still be asked for. */
        void inputEnding();
    }

    private final StrictRequestDecoder decoder;
    private final Listener listener;
    private final HeldBytes held = new HeldBytes();
    private ChannelHandlerContext context;
    private boolean wanted;
    private boolean starved;
    private boolean pumping;
    private boolean ended;
    private boolean discarding;

    @SuppressWarnings("NullAway.Init") // the context comes with handlerAdded, before any other call
    InboundGate(StrictRequestDecoder decoder, Listener listener) {
        this.decoder = decoder;
        this.listener = listener;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    /** Asks for one more decoded object. */
    void want() {
        wanted = true;
        pump();
    }

    /** The connection got an object: the wish is fulfilled. */
    void delivered() {
        wanted = false;
        starved = false;
    }

    /** Whether nothing that still comes means anything. */
    boolean discarding() {
        return discarding;
    }

    /** Whether undecoded bytes wait, here or in the decoder. */
    boolean hasBytes() {
        return held.count() > 0 || decoder.pending() > 0;
    }

    /** From now on all input is thrown away. */
    void discardAll() {
        discarding = true;
        wanted = false;
        held.release();
        context.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof ByteBuf bytes)) {
            ReferenceCountUtil.release(message);
            return;
        }
        int count = bytes.readableBytes();
        if (discarding) {
            bytes.release();
        } else {
            held.add(ctx.alloc(), bytes);
        }
        listener.bytesCame(count);
        pump();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        readOn();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.fireChannelActive();
        readOn();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        wanted = false;
        discarding = true;
        held.release();
        ctx.fireChannelInactive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent || isFarewell(event)) {
            // not passed on: the decoder would take the bytes that are still held for a cut request
            if (!ended) {
                ended = true;
                listener.inputEnding();
                pump();
            }
            return;
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        held.release();
    }

    /** TLS fires the same event as a failure when it is taken out of the pipeline. */
    private static boolean isFarewell(Object event) {
        return event instanceof SslCloseCompletionEvent closed && closed.isSuccess();
    }

    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            while (wanted && !discarding && step()) {
                // one object for each wish
            }
        } finally {
            pumping = false;
        }
        if (wanted && ended && !discarding) {
            listener.inputEnded();
        }
        readOn();
    }

    /** Feeds the decoder once; false when there is nothing to feed. */
    private boolean step() {
        if (decoder.pending() > 0 && !starved) {
            starved = true;
            context.fireChannelRead(Unpooled.EMPTY_BUFFER);
            return true;
        }
        ByteBuf next = held.poll();
        if (next == null) {
            return false;
        }
        starved = true;
        context.fireChannelRead(next);
        return true;
    }

    private void readOn() {
        if (!ended && (wanted || discarding || held.count() < MOST_HELD)) {
            context.read();
        }
    }
}
