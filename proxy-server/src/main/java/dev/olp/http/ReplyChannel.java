package dev.olp.http;

import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.HttpHeaders;

/** The connection as a reply sees it. Any thread; calls of one thread keep their order. */
interface ReplyChannel {
    /** Completes when the kernel has taken the reply; fails when the client is gone. */
    ChannelFuture writeWhole(ChannelSink sink, int status, HttpHeaders headers, byte[] body);

    void writeHead(ChannelSink sink, int status, HttpHeaders headers);

    /** Calls {@link ChannelSink#taken} once the frame has left, or was lost. */
    void writeFrame(ChannelSink sink, byte[] frame);

    ChannelFuture writeEnd(ChannelSink sink);

    /** Closes without a clean end; with a reset where only that can tell the client (no chunks). */
    void abort(ChannelSink sink);
}
