package dev.olp.bench;

import dev.olp.provider.ChatRequest;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ChatRequestReader;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** What OLP adds to an answer of the real CLI: pairs of the same request without and with OLP, taking turns to be first. */
final class Overhead {
    /** Not counted: the JVMs on both sides compile what they will run. */
    private static final int WARM_UP_PAIRS = 5;

    private static final double TARGET_MS = 15;
    private static final double TARGET_RATIO = 1.05;
    private final Settings settings;
    private final HttpClient http;
    private final JsonMapper json;

    Overhead(Settings settings, HttpClient http, JsonMapper json) {
        this.settings = settings;
        this.http = http;
        this.json = json;
    }

    List<Row> measure() throws IOException, InterruptedException {
        return Subject.measureEach(settings, this::measure);
    }

    private List<Row> measure(Subject subject, String upstream) throws IOException, InterruptedException {
        Path folder = Files.createDirectory(settings.temp().resolve(subject.command()));
        DirectCli direct = new DirectCli(subject, Files.createDirectory(folder.resolve("direct")), upstream);
        byte[] body = subject.chat(json);
        List<Pair> pairs = new ArrayList<>();
        try (OlpProcess olp = OlpProcess.start(settings, folder, http, json, subject, Map.of("upstream", upstream))) {
            for (int i = -WARM_UP_PAIRS; i < settings.pairs(); i++) {
                Pair pair = pair(direct, olp, body, i % 2 == 0);
                if (i >= 0) {
                    pairs.add(pair);
                }
            }
        }
        String name = subject.command() + " " + direct.version();
        return List.of(
                row(name + ", time to first token, ms", pairs, Timing::firstTokenMs),
                row(name + ", whole answer, ms", pairs, Timing::totalMs));
    }

    private Pair pair(DirectCli direct, OlpProcess olp, byte[] body, boolean directFirst)
            throws IOException, InterruptedException {
        ChatRequest request;
        try {
            request = ChatRequestReader.read(body, UnsupportedParameters.WARN).request();
        } catch (ApiException e) {
            throw new IllegalStateException("the bench's own request", e);
        }
        OlpClient client = new OlpClient(http);
        Timing without = directFirst ? direct.run(request) : null;
        Timing with = client.ask(olp, body);
        olp.awaitQuiet();
        return new Pair(without == null ? direct.run(request) : without, with);
    }

    private static Row row(String what, List<Pair> pairs, ToDoubleFunction<Timing> figure) {
        double with = Medians.of(
                pairs.stream().map(Pair::with).mapToDouble(figure).boxed().toList());
        double without = Medians.of(
                pairs.stream().map(Pair::without).mapToDouble(figure).boxed().toList());
        List<Double> differences = IntStream.range(0, pairs.size())
                .mapToObj(i -> figure.applyAsDouble(pairs.get(i).with())
                        - figure.applyAsDouble(pairs.get(i).without()))
                .toList();
        double difference = Medians.of(differences);
        return Row.of(
                what,
                with,
                without,
                "the CLI alone",
                "≤ 15 ms more, or 1.05×",
                difference <= Math.max(TARGET_MS, without * (TARGET_RATIO - 1)),
                "median of the %d differences: %+.1f ms".formatted(pairs.size(), difference));
    }

    private record Pair(Timing without, Timing with) {}
}
