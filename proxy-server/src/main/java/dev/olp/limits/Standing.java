package dev.olp.limits;

import java.time.Instant;
import java.time.ZoneId;

/** A key's limits, what it has used of them, and what its requests under way hold, at one moment. */
public record Standing(Limits limits, KeyUsage usage, Held held, Instant at, ZoneId zone) {
    /** Used, without what is only held. */
    public long used(Limit limit) {
        return limit.window().map(window -> used(window, limit.measure())).orElse((long) held.requests());
    }

    /** Used in a window, limited or not; the minute counts requests only. */
    public long used(Window window, Limit.Measure measure) {
        return window == Window.MINUTE
                ? usage.minute().total()
                : usage.of(window).of(measure);
    }

    /** What is left for the next request; {@link Long#MAX_VALUE} without a limit. */
    public long remaining(Limit limit) {
        if (limits.of(limit).isEmpty()) {
            return Long.MAX_VALUE;
        }
        return Math.max(0, limits.of(limit).getAsLong() - used(limit) - held.of(limit.measure()));
    }

    /** When nothing of it is used any more; now, for what has no window. */
    public Instant resetsAt(Limit limit) {
        return limit.window().map(this::endOf).orElse(at);
    }

    /** When a window ends; for the minute, when no request of now counts any more. */
    public Instant endOf(Window window) {
        return window == Window.MINUTE
                ? usage.minute().emptyAt()
                : window.end(usage.of(window).firstDay(), zone);
    }
}
