package dev.olp.bench;

import java.util.Collection;

/** Medians, which one late measurement does not move. */
final class Medians {
    private Medians() {}

    /** The middle value; the mean of the two in the middle when there is an even number. */
    static double of(Collection<? extends Number> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted =
                values.stream().mapToDouble(Number::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
