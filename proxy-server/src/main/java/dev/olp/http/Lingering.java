package dev.olp.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;

/**
 * The end of a connection whose client may still be sending: our side closes, input is read and thrown away for a while.
 * A close with unread input would make the kernel send a reset, and that would take the reply from a client that is
 * still writing its body. At most the whole linger time, and one tick of it without a byte. Event loop only.
 */
final class Lingering {
    private static final int TICKS = 6;

    private final ChannelHandlerContext context;
    private final Deadline deadline;
    private final Duration tick;
    private final Runnable close;
    private boolean bytesCame;

    Lingering(ChannelHandlerContext context, Deadline deadline, Duration atMost, Runnable close) {
        this.context = context;
        this.deadline = deadline;
        this.tick = atMost.dividedBy(TICKS);
        this.close = close;
    }

    void start(InboundGate gate) {
        if (!(context.channel() instanceof DuplexChannel channel)) {
            close.run();
            return;
        }
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            var _ = channel.shutdownOutput();
        } else {
            tls.closeOutbound().addListener(farewell -> {
                var _ = channel.shutdownOutput();
            });
            channel.pipeline().remove(tls); // input that nobody reads need not be decrypted
        }
        gate.discardAll();
        wait(TICKS);
    }

    void bytesCame() {
        bytesCame = true;
    }

    private void wait(int ticksLeft) {
        bytesCame = false;
        deadline.arm(context, tick, () -> {
            if (bytesCame && ticksLeft > 1) {
                wait(ticksLeft - 1);
            } else {
                close.run();
            }
        });
    }
}
