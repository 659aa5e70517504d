package dev.olp.http;

import dev.olp.wire.ApiError;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** One request and its reply on a connection, and how far its body has come. Event loop only. */
final class Exchange {
    /** A rest of a body that is cheaper to read than a new connection. */
    private static final int SMALL_REST = 64 * 1024;

    private final ChannelSink sink;
    private final BodyInput input;
    private final boolean expectsContinue;
    private final long declaredLength;
    private boolean complete;
    private boolean started;
    private boolean continueSent;
    private boolean replied;

    /**
     * @param expectsContinue whether the client waits for 100 before it sends the body
     * @param declaredLength Content-Length, or -1
     * @param complete whether there is no body
     */
    Exchange(ChannelSink sink, BodyInput input, boolean expectsContinue, long declaredLength, boolean complete) {
        this.sink = sink;
        this.input = input;
        this.expectsContinue = expectsContinue;
        this.declaredLength = declaredLength;
        this.complete = complete;
        if (complete) {
            input.end();
        }
    }

    ChannelSink sink() {
        return sink;
    }

    BodyInput input() {
        return input;
    }

    /** Takes over the reference. */
    void pieceCame(ByteBuf piece, boolean last) {
        complete |= last;
        started = true;
        if (replied) {
            piece.release();
        } else {
            input.offer(piece, last);
        }
    }

    boolean bodyComplete() {
        return complete;
    }

    /** True once, when the client must be told to send its body. */
    boolean continueIsDue() {
        boolean due = expectsContinue && !continueSent && !started;
        continueSent |= due;
        return due;
    }

    /** Whether what is left of the body may be read and thrown away, and the next request be found behind it. */
    boolean restIsSmall() {
        boolean clientMayHoldBack = expectsContinue && !continueSent && !started;
        return complete
                || (!clientMayHoldBack && declaredLength >= 0 && declaredLength - input.received() <= SMALL_REST);
    }

    /** The reply is out: nobody waits for the body, or for the client, any more. */
    void replied() {
        replied = true;
        input.fail(null);
        sink.forgetCallbacks();
    }

    void bodyBroken(@Nullable ApiError error) {
        input.fail(error);
    }
}
