package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The JDK's own client, which asks for h2c on its first request and keeps a pool. */
class JdkClientTest {
    @Test
    void posts_are_answered_whole_with_a_length_and_in_chunks() throws Exception {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                HttpClient client = HttpClient.newHttpClient()) {
            for (int round = 0; round < 5; round++) {
                byte[] text = "grüße 😀 ".repeat(2_000).getBytes(StandardCharsets.UTF_8);
                HttpRequest.BodyPublisher known = HttpRequest.BodyPublishers.ofByteArray(text);
                HttpRequest.BodyPublisher unknown = HttpRequest.BodyPublishers.fromPublisher(known);
                for (HttpRequest.BodyPublisher body : List.of(known, unknown)) {
                    HttpResponse<byte[]> reply =
                            client.send(request(door).POST(body).build(), HttpResponse.BodyHandlers.ofByteArray());
                    assertThat(reply.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
                    assertThat(reply.body()).isEqualTo(text);
                }
            }
        }
    }

    @Test
    void it_waits_for_100_when_told_to() throws Exception {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = request(door)
                    .expectContinue(true)
                    .POST(HttpRequest.BodyPublishers.ofString("hello"))
                    .build();
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .isEqualTo("hello");
        }
    }

    @Test
    void many_at_once_get_their_own_answers() {
        try (TestDoor door = TestDoor.with(TestDoor::echoBody);
                HttpClient client = HttpClient.newHttpClient()) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int n = 0; n < 100; n++) {
                HttpRequest request = request(door)
                        .POST(HttpRequest.BodyPublishers.ofString("number " + n))
                        .build();
                answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                        .thenApply(HttpResponse::body));
            }
            for (int n = 0; n < 100; n++) {
                assertThat(answers.get(n).join()).isEqualTo("number " + n);
            }
        }
    }

    @Test
    void a_stream_arrives_line_by_line() throws Exception {
        RequestHandler handler = (request, sink) -> {
            sink.begin(TestDoor.text(200));
            for (int n = 0; n < 100; n++) {
                sink.send(("data: " + n + "\n\n").getBytes(StandardCharsets.UTF_8));
            }
            sink.finish();
        };
        try (TestDoor door = TestDoor.with(handler);
                HttpClient client = HttpClient.newHttpClient()) {
            List<String> lines = client.send(request(door).build(), HttpResponse.BodyHandlers.ofLines())
                    .body()
                    .filter(line -> !line.isEmpty())
                    .toList();
            assertThat(lines).hasSize(100).startsWith("data: 0").endsWith("data: 99");
        }
    }

    private static HttpRequest.Builder request(TestDoor door) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + door.port() + "/v1/x"))
                .timeout(Duration.ofSeconds(20));
    }
}
