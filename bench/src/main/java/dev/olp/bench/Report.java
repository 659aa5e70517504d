package dev.olp.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The result, for people and for machines.
 *
 * @param machine what it was measured on
 * @param rows in the order in which they were measured
 */
record Report(Map<String, String> machine, List<Row> rows) {
    String markdown() {
        StringBuilder text = new StringBuilder();
        machine.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\n| What | OLP | Compared with | Ratio | Target | |\n|---|---:|---|---:|---|---|\n");
        for (Row row : rows) {
            text.append("| %s | %s | %s: %s | %.2f× | %s | %s |\n"
                    .formatted(
                            row.what(),
                            figure(row.measured()),
                            row.against(),
                            figure(row.compared()),
                            row.ratio(),
                            row.target().isEmpty() ? "none" : row.target() + (row.met() ? ": met" : ": **not met**"),
                            row.note()));
        }
        return text.toString();
    }

    String json(JsonMapper json) {
        return json.writerWithDefaultPrettyPrinter().writeValueAsString(this);
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 1000 ? "%.1f" : "%.0f", value);
    }
}
