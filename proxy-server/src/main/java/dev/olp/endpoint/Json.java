package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Small JSON replies. */
final class Json {
    private Json() {}

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
