package dev.olp.bench;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import tools.jackson.databind.json.JsonMapper;

/** Time to first token where a process waits and where it has to be started: the same request to two servers, taking turns. */
final class WarmStarts {
    /** Not counted: the JVMs on both sides compile what they will run. */
    private static final int WARM_UP_PAIRS = 5;

    private static final double TARGET = 0.4;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Settings settings;
    private final HttpClient http;
    private final JsonMapper json;

    WarmStarts(Settings settings, HttpClient http, JsonMapper json) {
        this.settings = settings;
        this.http = http;
        this.json = json;
    }

    List<Row> measure() throws IOException, InterruptedException {
        return Subject.measureEach(settings, this::measure);
    }

    private List<Row> measure(Subject subject, String upstream) throws IOException, InterruptedException {
        byte[] body = subject.chat(json);
        OlpClient client = new OlpClient(http);
        List<Pair> pairs = new ArrayList<>();
        try (OlpProcess cold = start(subject, upstream, 0);
                OlpProcess warm = start(subject, upstream, 1)) {
            var _ = client.ask(warm, body); // after which the first is started
            for (int i = -WARM_UP_PAIRS; i < settings.pairs(); i++) {
                awaitReady(warm, subject);
                boolean coldFirst = i % 2 == 0;
                Timing first = client.ask(coldFirst ? cold : warm, body);
                settle(cold, warm, subject, coldFirst);
                Timing second = client.ask(coldFirst ? warm : cold, body);
                settle(cold, warm, subject, !coldFirst);
                if (i >= 0) {
                    pairs.add(coldFirst ? new Pair(first, second) : new Pair(second, first));
                }
            }
            requireWarm(warm, WARM_UP_PAIRS + settings.pairs());
        }
        return List.of(
                row(subject.command() + ", time to first token when a process waited, ms", pairs, Timing::firstTokenMs),
                row(subject.command() + ", whole answer when a process waited, ms", pairs, Timing::totalMs));
    }

    private void settle(OlpProcess cold, OlpProcess warm, Subject subject, boolean wasCold)
            throws IOException, InterruptedException {
        if (wasCold) {
            cold.awaitQuiet();
        } else {
            awaitReady(warm, subject);
        }
    }

    private OlpProcess start(Subject subject, String upstream, int spares) throws IOException, InterruptedException {
        Path folder =
                Files.createDirectory(settings.temp().resolve(subject.command() + (spares == 0 ? "-cold" : "-warm")));
        return OlpProcess.start(
                settings, folder, http, json, subject, Map.of("upstream", upstream, "warm_spares", spares));
    }

    private void awaitReady(OlpProcess olp, Subject subject) throws IOException, InterruptedException {
        String ready = "/providers/" + subject.provider().id() + "/warm_spares/ready";
        long end = System.nanoTime() + LIMIT.toNanos();
        while (json.readTree(olp.get("/health")).at(ready).asInt(0) != 1) {
            if (System.nanoTime() - end > 0) {
                throw new IOException("no process waits within " + LIMIT.toSeconds() + " s");
            }
            Waiting.pass(LOOK);
        }
    }

    /** Else something else was measured. */
    private static void requireWarm(OlpProcess olp, int expected) throws IOException, InterruptedException {
        String count = "olp_warm_starts_total " + expected;
        if (olp.get("/metrics").lines().noneMatch(line -> line.startsWith(count))) {
            throw new IOException("not every request was given a process that waited");
        }
    }

    private static Row row(String what, List<Pair> pairs, ToDoubleFunction<Timing> figure) {
        double warm = median(pairs.stream().map(Pair::warm).toList(), figure);
        double cold = median(pairs.stream().map(Pair::cold).toList(), figure);
        List<Double> ratios = pairs.stream()
                .map(pair -> figure.applyAsDouble(pair.warm()) / figure.applyAsDouble(pair.cold()))
                .toList();
        double ratio = Medians.of(ratios);
        return Row.of(
                what,
                warm,
                cold,
                "a cold start",
                "≤ 0.4×",
                ratio <= TARGET,
                "median of the %d pairs' ratios: %.2f×".formatted(pairs.size(), ratio));
    }

    private static double median(List<Timing> timings, ToDoubleFunction<Timing> figure) {
        return Medians.of(timings.stream().mapToDouble(figure).boxed().toList());
    }

    private record Pair(Timing cold, Timing warm) {}
}
