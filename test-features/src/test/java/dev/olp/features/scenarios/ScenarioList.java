package dev.olp.features.scenarios;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code scenarios.csv}: what covers each scenario. */
final class ScenarioList {
    private static final String HEAD = "scenario,title,covered_by";
    private static final Pattern LINE = Pattern.compile("(S\\d+),(\"(?:[^\"]|\"\")+\"|[^\",]+),([^\",]+)");

    private ScenarioList() {}

    /**
     * One line.
     *
     * @param coveredBy {@code later: issue N}, or tests as {@code Class#method}, apart by a space
     */
    record Line(String scenario, String title, String coveredBy) {
        boolean isLater() {
            return coveredBy.startsWith("later: ");
        }

        List<String> tests() {
            return isLater() ? List.of() : List.of(coveredBy.split(" "));
        }
    }

    static List<Line> read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (!lines.getFirst().equals(HEAD)) {
            throw new IllegalArgumentException("first line: " + lines.getFirst() + " (expected: " + HEAD + ")");
        }
        List<Line> read = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            Matcher parts = LINE.matcher(line);
            if (!parts.matches()) {
                throw new IllegalArgumentException("not a line of three fields: " + line);
            }
            read.add(new Line(parts.group(1), parts.group(2), parts.group(3)));
        }
        return read;
    }
}
