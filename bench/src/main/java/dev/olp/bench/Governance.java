package dev.olp.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
        Slices slices = Slices.measure(settings, "governance", GovernanceLoop.class, MOST_WARM_UPS, MANY, 1);
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

    private static Row row(Slices slices, Governed governed, int atOnce) {
        List<Double> with = slices.of(GovernanceLoop.name(governed, atOnce));
        List<Double> without = slices.of(GovernanceLoop.name(Governed.NOTHING, atOnce));
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
}
