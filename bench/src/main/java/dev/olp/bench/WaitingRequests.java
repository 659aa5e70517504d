package dev.olp.bench;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** What requests hold in OLP that wait in the queue of a provider. */
final class WaitingRequests {
    private static final int WAITING = 200;
    private static final int PROMPT_BYTES = 4096;
    /** 20 MB. */
    private static final double TARGET_MEBIBYTES = 19.1;
    /** As for the idle server: until what is free was given back. */
    private static final Duration SETTLED = Duration.ofSeconds(8);

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Settings settings;
    private final HttpClient http;
    private final JsonMapper json;

    WaitingRequests(Settings settings, HttpClient http, JsonMapper json) {
        this.settings = settings;
        this.http = http;
        this.json = json;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(settings.temp().resolve("waiting"));
        try (PacedCli cli = new PacedCli(settings);
                FakeUpstream upstream = FakeUpstream.start()) {
            Subject standIn = Subject.claude(settings).with(cli.binary());
            Map<String, Object> provider =
                    Map.of("upstream", upstream.url(Scenario.OK), "max_concurrent", 1, "queue", WAITING);
            try (OlpProcess olp = OlpProcess.start(settings, folder, http, json, standIn, provider);
                    PlainHttp runs = new PlainHttp(olp.port(), LIMIT)) {
                runs.send(request(
                        PacedCli.prompt(
                                Duration.ofSeconds(1),
                                System.nanoTime() + LIMIT.multipliedBy(10).toNanos()),
                        true));
                runs.expect("HTTP/1.1 200 ");
                Waiting.pass(SETTLED);
                double before = ProcFiles.residentMebibytes(olp.pid());
                double first = hold(olp);
                Waiting.pass(SETTLED);
                double left = ProcFiles.residentMebibytes(olp.pid());
                double again = hold(olp) - left;
                double more = first - before;
                return List.of(Row.of(
                        "memory of %d waiting requests, MiB".formatted(WAITING),
                        more,
                        before,
                        "OLP with none",
                        "≤ 20 MB",
                        more <= TARGET_MEBIBYTES,
                        "VmRSS, half of them streams, prompts of %d bytes; %.1f MiB with them, %+.1f MiB the second time"
                                .formatted(PROMPT_BYTES, first, again)));
            }
        }
    }

    /** Resident memory while they wait; then they leave. */
    private double hold(OlpProcess olp) throws IOException, InterruptedException {
        List<PlainHttp> waiting = new ArrayList<>();
        try {
            for (int i = 0; i < WAITING; i++) {
                PlainHttp each = new PlainHttp(olp.port(), LIMIT);
                waiting.add(each);
                each.send(request(i + " word".repeat(PROMPT_BYTES / 5), i % 2 == 0)); // equal ones may share a run
            }
            await(olp, WAITING);
            Waiting.pass(SETTLED);
            return ProcFiles.residentMebibytes(olp.pid());
        } finally {
            for (PlainHttp each : waiting) {
                each.close();
            }
            await(olp, 0);
        }
    }

    private void await(OlpProcess olp, int queued) throws IOException {
        Waiting.until(queued + " requests in the queue", LIMIT, () -> {
            try {
                return json.readTree(olp.get("/v0/management/providers"))
                                .at("/providers/anthropic/queued")
                                .asInt(-1)
                        == queued;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new UncheckedIOException(new IOException("interrupted", e));
            }
        });
    }

    private byte[] request(String prompt, boolean stream) {
        byte[] body = json.writeValueAsString(Map.of(
                        "model",
                        "claude-sonnet-4-6",
                        "stream",
                        stream,
                        "messages",
                        List.of(Map.of("role", "user", "content", prompt))))
                .getBytes(StandardCharsets.UTF_8);
        return PlainHttp.post("/v1/chat/completions", "Authorization: Bearer " + OlpProcess.TOKEN + "\r\n", body);
    }
}
