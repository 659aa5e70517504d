package dev.olp.alerts;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * POSTs each alert as JSON {@code {event, subject, text, at, version}}; chat services take the field {@code text}. The URL is never told: it may hold a secret.
 */
public final class Webhook implements AlertSink {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final URI url;
    private final String version;

    /** @param version of OLP */
    public Webhook(URI url, String version) {
        this.url = url;
        this.version = version;
    }

    @Override
    public String send(Alert alert) throws InterruptedException {
        // made for the occasion: alerts are rare, and an idle client keeps threads
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build()) {
            return post(client, alert);
        }
    }

    private String post(HttpClient client, Alert alert) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body(alert)))
                .build();
        try {
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status < 300 ? "" : "status " + status;
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        }
    }

    private byte[] body(Alert alert) {
        ObjectNode body = JsonMapper.shared().createObjectNode();
        body.put("event", alert.event().name().toLowerCase(Locale.ROOT));
        body.put("subject", alert.subject());
        body.put("text", "OLP: " + alert.message());
        body.put("at", alert.at().toString());
        body.put("version", version);
        return JsonMapper.shared().writeValueAsBytes(body);
    }
}
