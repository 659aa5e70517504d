package dev.olp.http;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request whose head was read and found sound. The body is not read until {@link #body} is asked for it.
 *
 * @param id ours, unique, also in {@code x-request-id}
 * @param method upper case
 * @param path without query, doubled slashes collapsed, no trailing slash; {@code /} for the root
 * @param query the raw query without {@code ?}; empty for none
 * @param headers by lower-case name, values in order
 * @param peer who asks: the connection's far end, or who a trusted proxy says it asks for
 * @param receivedNanos ticker reading when the head was complete
 * @param body where the body comes from
 */
public record InboundRequest(
        String id,
        String method,
        String path,
        String query,
        Map<String, List<String>> headers,
        InetAddress peer,
        long receivedNanos,
        RequestBody body) {
    /** All values of a header, in order; a client may send it more than once. */
    public List<String> values(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
    }

    /** The first value of a header, or null. */
    public @Nullable String header(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? null : values.getFirst();
    }
}
