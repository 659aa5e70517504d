package dev.olp.endpoint;

import dev.olp.auth.Gate;
import dev.olp.http.ClientGone;
import dev.olp.http.InboundRequest;
import dev.olp.http.RequestHandler;
import dev.olp.http.ResponseHead;
import dev.olp.http.ResponseSink;
import dev.olp.metrics.Metrics;
import dev.olp.wire.ApiException;
import java.util.Map;

/** {@code GET /metrics}, for the owner and, where that is configured, for whoever asks from this machine. */
final class MetricsEndpoint implements RequestHandler {
    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", Metrics.CONTENT_TYPE, "Cache-Control", "no-store");

    private final Gate gate;
    private final Metrics metrics;
    private final boolean loopback;

    /** @param loopback whether who asks from this machine needs no key */
    MetricsEndpoint(Gate gate, Metrics metrics, boolean loopback) {
        this.gate = gate;
        this.metrics = metrics;
        this.loopback = loopback;
    }

    @Override
    public void handle(InboundRequest request, ResponseSink sink) throws ClientGone {
        if (!loopback || !request.peer().isLoopbackAddress()) {
            try {
                gate.admit(request).requireOwner();
            } catch (ApiException e) {
                sink.fail(e.error());
                return;
            }
        }
        sink.reply(new ResponseHead(200, HEADERS), metrics.text());
    }
}
