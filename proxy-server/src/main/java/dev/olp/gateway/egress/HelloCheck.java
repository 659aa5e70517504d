package dev.olp.gateway.egress;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.AbstractSniHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Holds back what the child sends into its tunnel until that is a whole ClientHello, in however many pieces; then lets it
 * all through if it names the tunnel's host, and cuts the tunnel otherwise.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a close that fails leaves a closed channel
final class HelloCheck extends AbstractSniHandler<Void> {
    /** The largest seen have two kilobytes. */
    private static final int LARGEST_HELLO = 16 * 1024;

    private final EgressParts run;
    private final String host;
    private boolean isHello;
    private boolean decided;

    HelloCheck(EgressParts run, String host, Duration patience) {
        super(LARGEST_HELLO, patience.toMillis());
        this.run = run;
        this.host = host;
    }

    /** @param clientHello null when what came is none */
    @Override
    protected Future<Void> lookup(ChannelHandlerContext context, @Nullable ByteBuf clientHello) throws Exception {
        isHello = clientHello != null;
        return super.lookup(context, clientHello);
    }

    @Override
    protected Future<Void> lookup(ChannelHandlerContext context, @Nullable String name) {
        return context.executor().newSucceededFuture(null);
    }

    @Override
    protected void onLookupComplete(ChannelHandlerContext context, @Nullable String name, Future<Void> done) {
        if (decided) { // closing asks once more
            return;
        }
        decided = true;
        if (isHello && host.equals(name)) {
            context.pipeline().remove(this); // hands on all that it held
            return;
        }
        run.refused(
                !isHello
                        ? EgressRefusal.NOT_TLS
                        : name == null ? EgressRefusal.NO_SERVER_NAME : EgressRefusal.OTHER_SERVER_NAME);
        context.close();
    }
}
