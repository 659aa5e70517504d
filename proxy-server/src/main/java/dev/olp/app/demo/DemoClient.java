package dev.olp.app.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain OpenAI client: one streamed chat completion over HTTP/1.1, read as it arrives. */
final class DemoClient {
    static final String MODEL = "sonnet";
    static final String PROMPT = "Say hello to somebody who tries OLP for the first time.";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String DATA = "data:";
    private final JsonMapper json;
    private final LongSupplier ticker;

    /**
     * Makes a client.
     *
     * @param ticker monotonic, in nanoseconds
     */
    DemoClient(JsonMapper json, LongSupplier ticker) {
        this.json = json;
        this.ticker = ticker;
    }

    /** The request's body, also for the reader's own {@code curl}. */
    String body() {
        return json.writeValueAsString(
                Map.of("model", MODEL, "stream", true, "messages", List.of(Map.of("role", "user", "content", PROMPT))));
    }

    /**
     * Sends the request and waits for the end of the answer.
     *
     * @param onDelta gets each piece of the text at once
     */
    DemoAnswer ask(String endpoint, String token, Consumer<String> onDelta) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint + "/chat/completions"))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body()))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            Reading reading = new Reading(ticker.getAsLong(), onDelta);
            HttpResponse<Stream<String>> response = client.send(request, HttpResponse.BodyHandlers.ofLines());
            try (Stream<String> lines = response.body()) {
                for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                    reading.accept(response.statusCode(), each.next());
                }
            }
            return reading.finish(
                    response.statusCode(),
                    response.headers().firstValue("x-request-id").orElse(""));
        }
    }

    /** One response being read. */
    private final class Reading {
        private final long sentAt;
        private final Consumer<String> onDelta;
        private final StringBuilder text = new StringBuilder();
        private int deltas;
        private @Nullable Long firstTokenMs;
        private @Nullable String finishReason;
        private @Nullable String error;

        Reading(long sentAt, Consumer<String> onDelta) {
            this.sentAt = sentAt;
            this.onDelta = onDelta;
        }

        void accept(int status, String line) {
            if (status != 200) {
                error = error == null ? line : error + line;
                return;
            }
            String data = line.startsWith(DATA) ? line.substring(DATA.length()).strip() : "";
            if (data.isEmpty() || data.equals("[DONE]")) {
                return;
            }
            JsonNode chunk = json.readTree(data);
            if (chunk.has("error")) {
                error = chunk.path("error").path("message").asString("an error without a message");
                return;
            }
            JsonNode choice = chunk.path("choices").path(0);
            String delta = choice.path("delta").path("content").asString("");
            if (!delta.isEmpty()) {
                if (firstTokenMs == null) {
                    firstTokenMs = elapsedMs();
                }
                deltas++;
                text.append(delta);
                onDelta.accept(delta);
            }
            String reason = choice.path("finish_reason").asString("");
            if (!reason.isEmpty()) {
                finishReason = reason;
            }
        }

        DemoAnswer finish(int status, String requestId) {
            return new DemoAnswer(
                    status, requestId, text.toString(), deltas, firstTokenMs, elapsedMs(), finishReason, error);
        }

        private long elapsedMs() {
            return TimeUnit.NANOSECONDS.toMillis(ticker.getAsLong() - sentAt);
        }
    }
}
