package dev.olp.endpoint;

import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The endpoints that probes ask: no key, no body to speak of, no provider. */
final class StatusEndpoints {
    private static final Map<String, String> TEXT =
            Map.of("Content-Type", "text/plain; charset=utf-8", "Cache-Control", "no-store");

    private StatusEndpoints() {}

    /** Alive as long as it answers. */
    static RequestHandler live() {
        return (request, sink) -> sink.reply(new ResponseHead(200, TEXT), text("ok"));
    }

    /** 503 from the start of a drain. */
    static RequestHandler ready(ActiveRequests active) {
        return (request, sink) -> sink.reply(
                new ResponseHead(active.draining() ? 503 : 200, TEXT), text(active.draining() ? "draining" : "ok"));
    }

    /** What clients probe before they talk. */
    static RequestHandler hello() {
        return (request, sink) ->
                sink.reply(new ResponseHead(200, TEXT), text("OLP: send requests to /v1/chat/completions"));
    }

    private static byte[] text(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
