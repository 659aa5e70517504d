package dev.olp.registry;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Names that somebody may have meant, by edit distance (Levenshtein) and common beginnings. */
final class NearNames {
    private static final int MAX_RESULTS = 3;
    /** Characters of the name asked for that are looked at. */
    private static final int LOOKED_AT = 64;

    private record Candidate(String name, int distance) {}

    private NearNames() {}

    static List<String> of(String asked, Collection<String> names) {
        String wanted = wanted(asked);
        if (wanted.isEmpty()) {
            return List.of();
        }
        int limit = Math.max(2, wanted.length() / 3);
        return names.stream()
                .map(name -> new Candidate(name, distance(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.distance() <= limit || startsAlike(wanted, candidate.name()))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .limit(MAX_RESULTS)
                .map(Candidate::name)
                .toList();
    }

    private static String wanted(String asked) {
        String some =
                asked.substring(0, Math.min(asked.length(), 2 * LOOKED_AT)).toLowerCase(Locale.ROOT);
        String bare = some.substring(some.indexOf('/') + 1);
        return bare.substring(0, Math.min(bare.length(), LOOKED_AT));
    }

    private static boolean startsAlike(String wanted, String name) {
        return wanted.length() >= 4 && name.toLowerCase(Locale.ROOT).startsWith(wanted);
    }

    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
