package dev.olp.fakeupstream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the fake does with one request. */
public sealed interface Reply {

    /** Says nothing until the client or the fake closes the connection. */
    record Silence() implements Reply {}

    /** Closes the connection before any response byte. */
    record HangUp() implements Reply {}

    /**
     * A response sent with chunked encoding, one chunk a part.
     *
     * @param status the HTTP status
     * @param headers in the order sent; the framing headers are the server's
     * @param parts the body, flushed part by part
     * @param pause the wait before each part; zero for none
     * @param ending what follows the last part
     */
    record Response(int status, Map<String, String> headers, List<byte[]> parts, Duration pause, Ending ending)
            implements Reply {
        public Response {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
            parts = List.copyOf(parts);
        }

        /** The same with one header more. */
        public Response with(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Response(status, more, parts, pause, ending);
        }

        /** The same with these headers in the place of those that tell of a plan. */
        Response plan(Map<String, String> told) {
            Map<String, String> other = new LinkedHashMap<>(headers);
            other.keySet().removeIf(name -> name.startsWith("anthropic-ratelimit-") || name.startsWith("x-codex-"));
            other.putAll(told);
            return new Response(status, other, parts, pause, ending);
        }

        /** The same with a wait before each part. */
        public Response paced(Duration wait) {
            return new Response(status, headers, parts, wait, ending);
        }

        /** The first parts only, then {@code how}. */
        public Response cutAfter(int count, Ending how) {
            return new Response(status, headers, parts.subList(0, Math.min(count, parts.size())), pause, how);
        }
    }

    /** What follows the last part of a {@link Response}. */
    enum Ending {
        /** The closing chunk. */
        COMPLETE,
        /** The connection is reset. */
        ABORT,
        /** Nothing, until the client or the fake closes. */
        HANG
    }

    /** A server-sent event stream of these events, complete. */
    static Response events(List<String> events) {
        return new Response(
                200,
                Map.of("content-type", "text/event-stream; charset=utf-8", "cache-control", "no-cache"),
                events.stream().map(e -> e.getBytes(StandardCharsets.UTF_8)).toList(),
                Duration.ZERO,
                Ending.COMPLETE);
    }

    /** A JSON body. */
    static Response json(int status, String body) {
        return whole(status, "application/json", body);
    }

    /** A body of one part. */
    static Response whole(int status, String contentType, String body) {
        return new Response(
                status,
                Map.of("content-type", contentType),
                List.of(body.getBytes(StandardCharsets.UTF_8)),
                Duration.ZERO,
                Ending.COMPLETE);
    }
}
