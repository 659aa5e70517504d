package dev.olp.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ways in which a connection ends. Event loop only. */
final class ConnectionEnd {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionEnd.class);

    private final ChannelHandlerContext context;
    private final Lingering lingering;

    ConnectionEnd(ChannelHandlerContext context, Deadline deadline, Duration lingerTimeout) {
        this.context = context;
        this.lingering = new Lingering(context, deadline, lingerTimeout, this::cut);
    }

    /** In order, unless something still waits to be sent: the client would have to read that first. */
    void close() {
        if (hasUnsentBytes()) {
            cut();
        } else {
            var _ = context.close();
        }
    }

    /** Now, and without the farewell by which TLS tells a whole reply from a cut one. */
    void cut() {
        cut(context.channel());
    }

    static void cut(Channel channel) {
        ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first != null) { // else it has ended
            var _ = first.close();
        }
    }

    /** Our side first; the client's input is thrown away for a while, so that our reply arrives. */
    void linger(InboundGate gate) {
        lingering.start(gate);
    }

    void bytesCame() {
        lingering.bytesCame();
    }

    /** Nothing was taken for long: ends it if there was something to take. */
    void stalled(InetAddress peer) {
        if (hasUnsentBytes()) {
            LOG.atInfo().addKeyValue("peer", peer.getHostAddress()).log("cut a client that stopped reading");
            cut();
        }
    }

    void failed(Throwable cause) {
        if (cause instanceof DecoderException && cause.getCause() instanceof IOException wrong) {
            LOG.atDebug().addKeyValue("reason", wrong.getMessage()).log("a client did not speak TLS as it should");
        } else if (!(cause instanceof IOException)) {
            LOG.atError().setCause(cause).log("a connection failed inside the server");
        }
        close();
    }

    private boolean hasUnsentBytes() {
        var waiting = context.channel().unsafe().outboundBuffer();
        return waiting != null && !waiting.isEmpty();
    }
}
