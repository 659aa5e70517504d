package dev.olp.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** A streamed chat, timed from before it is sent; the client's own time counts as OLP's. */
final class OlpClient {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private final HttpClient client;

    OlpClient(HttpClient client) {
        this.client = client;
    }

    Timing ask(OlpProcess olp, byte[] body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(olp.url() + "/v1/chat/completions"))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + OlpProcess.TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        List<Double> firstToken = new ArrayList<>();
        String last = "";
        long started = System.nanoTime();
        HttpResponse<Stream<String>> response = client.send(request, HttpResponse.BodyHandlers.ofLines());
        try (Stream<String> lines = response.body()) {
            for (Iterator<String> each = lines.iterator(); each.hasNext() && !last.equals("data: [DONE]"); ) {
                String line = each.next();
                last = line.isEmpty() ? last : line;
                if (firstToken.isEmpty() && line.contains("\"content\":\"") && !line.contains("\"content\":\"\"")) {
                    firstToken.add((System.nanoTime() - started) / 1e6);
                }
            }
            if (firstToken.isEmpty() || !last.equals("data: [DONE]")) {
                throw new IOException("OLP gave no answer: " + response.statusCode() + " " + last);
            }
            return new Timing(firstToken.getFirst(), (System.nanoTime() - started) / 1e6);
        }
    }
}
