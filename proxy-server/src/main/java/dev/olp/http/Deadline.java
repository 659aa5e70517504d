package dev.olp.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one thing that a connection waits for at a time. Event loop only. */
final class Deadline {
    private @Nullable Future<?> running;

    /** Replaces whatever was awaited before. */
    void arm(ChannelHandlerContext context, Duration after, Runnable action) {
        disarm();
        running = context.executor().schedule(action, after.toNanos(), TimeUnit.NANOSECONDS);
    }

    void disarm() {
        if (running != null) {
            running.cancel(false);
            running = null;
        }
    }
}
