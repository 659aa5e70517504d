package dev.olp.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the key check, limits, audit and metrics cost a request, beside the same request without any of them. */
final class Governance {
    private static final int MANY = 50;
    private static final int MOST_WARM_UPS = 30;
    private static final double ALL_TARGET = 170;
    private static final double KEYS_TARGET = 10;

    private final Settings settings;

    Governance(Settings settings) {
        this.settings = settings;
    }

    List<Row> measure() throws IOException, InterruptedException {
        Map<String, List<Double>> slices = slices(2 * settings.seconds());
        List<Row> rows = new ArrayList<>();
        for (int atOnce : new int[] {MANY, 1}) {
            for (Governed governed : Governed.each()) {
                if (!governed.equals(Governed.NOTHING)) {
                    rows.add(row(slices, governed, atOnce));
                }
            }
        }
        return rows;
    }

    private static Row row(Map<String, List<Double>> slices, Governed governed, int atOnce) {
        List<Double> with = slices.getOrDefault(key(atOnce, governed.name()), List.of());
        List<Double> without = slices.getOrDefault(key(atOnce, Governed.NOTHING.name()), List.of());
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < with.size(); i++) {
            differences.add(with.get(i) - without.get(i));
        }
        double more = Medians.of(differences);
        double limit = governed.equals(Governed.ALL) ? ALL_TARGET : governed.equals(Governed.KEYS) ? KEYS_TARGET : 0;
        boolean judged = limit > 0 && atOnce == MANY;
        return Row.of(
                "CPU of a request with %s, %s, µs"
                        .formatted(governed.name(), atOnce == 1 ? "one at a time" : atOnce + " at once"),
                Medians.of(with),
                Medians.of(without),
                "without any",
                judged ? "≤ %.0f µs more".formatted(limit) : "",
                !judged || more <= limit,
                "median of the %d differences: %+.1f µs".formatted(differences.size(), more));
    }

    private Map<String, List<Double>> slices(int rounds) throws IOException, InterruptedException {
        Path folder = settings.temp().resolve("governance");
        Path errors = settings.temp().resolve("governance.log");
        Process process = ChildJvm.of(
                        settings.fullFlags(),
                        GovernanceLoop.class,
                        List.of(
                                folder.toString(),
                                Integer.toString(MOST_WARM_UPS),
                                Integer.toString(rounds),
                                Integer.toString(MANY),
                                "1"))
                .redirectError(errors.toFile())
                .start();
        process.getOutputStream().close();
        Map<String, List<Double>> slices = new HashMap<>();
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> {
                    String[] parts = line.split("\t", 3);
                    slices.computeIfAbsent(key(Integer.parseInt(parts[0]), parts[2]), _ -> new ArrayList<>())
                            .add(Double.parseDouble(parts[1]));
                });
        if (process.waitFor() != 0) {
            throw new IOException("the measurement failed: " + Files.readString(errors));
        }
        Folders.remove(folder);
        return slices;
    }

    private static String key(int atOnce, String name) {
        return atOnce + " " + name;
    }
}
