package dev.olp.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What an answer from the cache costs, in the cache itself and through the chat endpoint. */
final class CacheCost {
    private static final int AT_ONCE = 50;
    private static final int MOST_WARM_UPS = 20;
    private static final double ITSELF_TARGET = 60;
    private static final double WHOLE_TARGET = 230;

    private final Settings settings;

    CacheCost(Settings settings) {
        this.settings = settings;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Map<String, List<Double>> slices = slices();
        double itself = median(slices, CacheLoop.ITSELF);
        double hit = median(slices, CacheLoop.HIT);
        double run = median(slices, CacheLoop.RUN);
        double alone = median(slices, CacheLoop.ALONE);
        return List.of(
                Row.of(
                        "CPU of a hit in the cache itself, µs",
                        itself,
                        ITSELF_TARGET,
                        "asked for",
                        "≤ 60 µs",
                        itself <= ITSELF_TARGET,
                        "key, look-up and replay, one thread"),
                Row.of(
                        "CPU of a hit with key, limits, audit and metrics, µs",
                        hit,
                        run,
                        "run by a provider that answers at once",
                        "≤ 230 µs",
                        hit <= WHOLE_TARGET,
                        AT_ONCE + " at once, without HTTP"),
                Row.of(
                        "CPU of a run that may be shared, µs",
                        run,
                        alone,
                        "one that may not",
                        "",
                        true,
                        AT_ONCE + " at once, by the keys in turn; runs of one key at the same moment are one"));
    }

    private static double median(Map<String, List<Double>> slices, String name) {
        return Medians.of(slices.getOrDefault(name, List.of()));
    }

    private Map<String, List<Double>> slices() throws IOException, InterruptedException {
        Path folder = settings.temp().resolve("cache");
        Path errors = settings.temp().resolve("cache.log");
        Process process = ChildJvm.of(
                        settings.fullFlags(),
                        CacheLoop.class,
                        List.of(
                                folder.toString(),
                                Integer.toString(MOST_WARM_UPS),
                                Integer.toString(2 * settings.seconds()),
                                Integer.toString(AT_ONCE)))
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().close();
        Map<String, List<Double>> slices = new HashMap<>();
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t", 2))
                .forEach(parts ->
                        slices.computeIfAbsent(parts[1], _ -> new ArrayList<>()).add(Double.parseDouble(parts[0])));
        if (process.waitFor() != 0) {
            throw new IOException("the measurement failed: " + Files.readString(errors));
        }
        Folders.remove(folder);
        return slices;
    }
}
