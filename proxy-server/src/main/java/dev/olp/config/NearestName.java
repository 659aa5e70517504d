package dev.olp.config;

import java.util.Collection;
import java.util.Comparator;

/** Finds the known name that was probably meant. */
final class NearestName {
    private NearestName() {}

    /** What to say of an unknown name: the nearest known one, and all of them when none is near. */
    static String hint(String unknown, Collection<String> known) {
        String nearest = known.stream()
                .min(Comparator.comparingInt(name -> distance(unknown, name)))
                .orElse("");
        boolean near = distance(unknown, nearest) <= Math.max(2, unknown.length() / 3)
                || nearest.startsWith(unknown)
                || unknown.startsWith(nearest);
        return near
                ? "did you mean " + nearest + "?"
                : "nearest is " + nearest + ", known are " + String.join(", ", known);
    }

    /** Levenshtein's distance. */
    static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int[] current = new int[right.length() + 1];
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
