package dev.olp.bench;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Scenario;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.json.JsonMapper;

/** How late frames are when many paced streams run at once, each of a sandboxed process of its own, beside the same without OLP. */
final class PacedStreams {
    private static final int STREAMS = 256;
    private static final Duration PACE = Duration.ofMillis(200);
    /** For so many processes to begin. */
    private static final Duration BEGIN = Duration.ofSeconds(30);
    /** For one frame, on a machine that others use too. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final double TARGET_MS = 20;
    private static final double MOST = 0.99;

    private final Settings settings;
    private final HttpClient http;
    private final JsonMapper json;

    PacedStreams(Settings settings, HttpClient http, JsonMapper json) {
        this.settings = settings;
        this.http = http;
        this.json = json;
    }

    /** Asks for one answer. */
    @FunctionalInterface
    private interface Asking {
        Frames ask(String prompt) throws IOException, InterruptedException;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(settings.temp().resolve("streams"));
        try (PacedCli cli = new PacedCli(settings);
                FakeUpstream upstream = FakeUpstream.start()) {
            List<Frames> direct = run(cli::read);
            Subject standIn = Subject.claude(settings).with(cli.binary());
            Map<String, Object> provider =
                    Map.of("upstream", upstream.url(Scenario.OK), "max_concurrent", STREAMS, "queue", STREAMS);
            try (OlpProcess olp = OlpProcess.start(settings, folder, http, json, standIn, provider)) {
                var _ = ask(olp, standIn, PacedCli.prompt(PACE, System.nanoTime() + PACE.toNanos())); // proves it
                List<Frames> streams = run(prompt -> ask(olp, standIn, prompt));
                olp.awaitQuiet();
                return List.of(row(streams, direct));
            }
        }
    }

    private List<Frames> run(Asking asking) throws InterruptedException, IOException {
        long until = System.nanoTime()
                + BEGIN.toNanos()
                + Duration.ofSeconds(2L * settings.seconds()).toNanos();
        List<Frames> streams = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(STREAMS)) {
            List<Future<Frames>> asked = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                String prompt = i + PacedCli.prompt(PACE, until); // equal ones may share a run
                asked.add(threads.submit(() -> asking.ask(prompt)));
            }
            for (Future<Frames> each : asked) {
                streams.add(each.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("a stream failed", e);
        }
        return streams;
    }

    private Frames ask(OlpProcess olp, Subject subject, String prompt) throws IOException {
        byte[] body = json.writeValueAsString(Map.of(
                        "model",
                        subject.model(),
                        "stream",
                        true,
                        "messages",
                        List.of(Map.of("role", "user", "content", prompt))))
                .getBytes(StandardCharsets.UTF_8);
        Frames frames = new Frames();
        try (PlainHttp connection = new PlainHttp(olp.port(), PATIENCE)) {
            connection.send(
                    PlainHttp.post("/v1/chat/completions", "Authorization: Bearer " + OlpProcess.TOKEN + "\r\n", body));
            connection.expect("HTTP/1.1 200 ");
            for (String line = connection.bodyLine(); line != null; line = connection.bodyLine()) {
                frames.came(line);
            }
        }
        return frames;
    }

    private static Row row(List<Frames> streams, List<Frames> direct) throws IOException {
        long complete = streams.stream().filter(Frames::complete).count();
        double[] lags = lags(streams);
        double[] alone = lags(direct);
        double late = at(lags, MOST);
        return Row.of(
                "lag of a frame, p99 of %d paced streams, ms".formatted(STREAMS),
                late,
                at(alone, MOST),
                "the same processes without OLP or sandbox",
                "≤ %.0f ms, all complete".formatted(TARGET_MS),
                late <= TARGET_MS && complete == STREAMS,
                "%d complete; %d frames while all ran, one every %d ms each; median %.1f ms, worst %.1f ms"
                        .formatted(complete, lags.length, PACE.toMillis(), at(lags, 0.5), at(lags, 1)));
    }

    /** Of the frames that were written while all of them ran, ascending, in milliseconds. */
    private static double[] lags(List<Frames> streams) throws IOException {
        long all = streams.stream().mapToLong(Frames::begin).max().orElse(0);
        double[] lags = streams.stream()
                .flatMap(stream -> stream.all().stream())
                .filter(frame -> frame.written() >= all)
                .mapToDouble(frame -> frame.lag() / 1e6)
                .sorted()
                .toArray();
        if (lags.length < streams.size()) {
            throw new IOException("the streams did not run at the same time");
        }
        return lags;
    }

    private static double at(double[] ascending, double share) {
        return ascending[(int) Math.min(ascending.length - 1L, Math.round(share * ascending.length))];
    }
}
