package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Small JSON replies, and the values in them. */
final class Json {
    private Json() {}

    static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    /** RFC 3339, to the millisecond. */
    static @Nullable String time(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    static void reply(ResponseSink sink, byte[] body) throws ClientGone {
        reply(sink, body, Map.of());
    }

    static void reply(ResponseSink sink, int status, ObjectNode body) throws ClientGone {
        sink.reply(
                new ResponseHead(status, Map.of("Content-Type", "application/json", "Cache-Control", "no-store")),
                JsonMapper.shared().writeValueAsBytes(body));
    }

    static void reply(ResponseSink sink, byte[] body, Map<String, String> headers) throws ClientGone {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Content-Type", "application/json");
        all.put("Cache-Control", "no-store");
        sink.reply(new ResponseHead(200, all), body);
    }
}
