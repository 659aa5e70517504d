package dev.olp.bench;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** What a run that waits for its provider holds in OLP itself: many streams of the real claude that have stopped midway. */
final class RunMemory {
    private static final int RUNS = 8;
    private static final double TARGET_MEBIBYTES = 1;
    /** As for the idle server: until what is free was given back. */
    private static final Duration SETTLED = Duration.ofSeconds(8);

    private final Settings settings;
    private final HttpClient http;
    private final JsonMapper json;

    RunMemory(Settings settings, HttpClient http, JsonMapper json) {
        this.settings = settings;
        this.http = http;
        this.json = json;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(settings.temp().resolve("memory"));
        try (FakeUpstream upstream = FakeUpstream.start()) {
            Map<String, Object> provider = Map.of("upstream", upstream.url(Scenario.HANG_MID), "max_concurrent", RUNS);
            try (OlpProcess olp = OlpProcess.start(settings, folder, http, json, Subject.claude(settings), provider)) {
                hold(olp, RUNS); // what the first runs load stays
                Waiting.pass(SETTLED);
                double idle = ProcFiles.residentMebibytes(olp.pid());
                double busy = hold(olp, RUNS);
                double each = (busy - idle) / RUNS;
                return List.of(Row.of(
                        "memory of a waiting run in OLP, MiB",
                        each,
                        idle,
                        "OLP without a run",
                        "≤ 1 MB",
                        each <= TARGET_MEBIBYTES,
                        "VmRSS with %d streams of claude that stopped midway, %.1f MiB".formatted(RUNS, busy)));
            }
        }
    }

    /** Resident memory while so many streams stand still; then they are left, and gone. */
    private double hold(OlpProcess olp, int count) throws IOException, InterruptedException {
        List<InputStream> streams = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                streams.add(firstText(olp));
            }
            Waiting.pass(SETTLED);
            return ProcFiles.residentMebibytes(olp.pid());
        } finally {
            for (InputStream stream : streams) {
                stream.close();
            }
            olp.awaitQuiet();
        }
    }

    private InputStream firstText(OlpProcess olp) throws IOException, InterruptedException {
        byte[] body = json.writeValueAsString(Map.of(
                        "model",
                        "claude-sonnet-4-6",
                        "stream",
                        true,
                        "messages",
                        List.of(Map.of("role", "user", "content", "What is a proxy?"))))
                .getBytes(StandardCharsets.UTF_8);
        HttpResponse<InputStream> response = http.send(
                HttpRequest.newBuilder(URI.create(olp.url() + "/v1/chat/completions"))
                        .header("Authorization", "Bearer " + OlpProcess.TOKEN)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IOException("a stream was answered with " + response.statusCode());
        }
        return response.body();
    }
}
