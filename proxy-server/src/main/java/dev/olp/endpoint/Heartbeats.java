package dev.olp.endpoint;

import dev.olp.http.InboundRequest;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What keeps a silent reply's connection alive.
 *
 * @param interval silence after which a stream gets a comment; zero for never
 * @param padding whether a whole reply gets white space at the same interval
 * @param queuePosition whether the comments of a stream in a queue say at which place it is
 */
public record Heartbeats(Duration interval, boolean padding, boolean queuePosition) {
    /** A client that cannot bear comments or padding sends it with {@code off}. */
    static final String HEADER = "X-OLP-Heartbeat";

    /** Nanoseconds of silence that a stream of this request may have; zero for any. */
    long ofStream(InboundRequest request) throws ApiException {
        return wanted(request.header(HEADER)) ? interval.toNanos() : 0;
    }

    /** The same of a whole reply. */
    long ofWhole(InboundRequest request) throws ApiException {
        return wanted(request.header(HEADER)) && padding ? interval.toNanos() : 0;
    }

    private static boolean wanted(@Nullable String asked) throws ApiException {
        if (asked == null) {
            return true;
        }
        return switch (asked.strip().toLowerCase(Locale.ROOT)) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new ApiException(ApiError.badValue(HEADER, "The header " + HEADER + " takes on or off."));
        };
    }
}
