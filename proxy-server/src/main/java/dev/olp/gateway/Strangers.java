package dev.olp.gateway;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stands at a run's socket and turns away whom it is not for, before anything of his is read. */
final class Strangers extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Strangers.class);

    private final SocketAccess access;
    private boolean told;

    Strangers(SocketAccess access) {
        this.access = access;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        if (!(accepted instanceof Channel connection) || access.admits(connection)) {
            context.fireChannelRead(accepted);
            return;
        }
        connection.unsafe().closeForcibly(); // it belongs to no event loop yet
        if (!told) { // he may come a thousand times
            told = true;
            LOG.atWarn().log("another user of this machine was turned away from a run's socket");
        }
    }
}
