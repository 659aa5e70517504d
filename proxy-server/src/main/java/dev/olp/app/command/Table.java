package dev.olp.app.command;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns as wide as their widest cell. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... titles) {
        rows.add(List.of(titles));
    }

    /** @param cells one for each title */
    Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /** Nothing at all where there is no row. */
    void print(Console console) {
        if (rows.size() > 1) {
            rows.forEach(row -> console.line(line(row)));
        }
    }

    private String line(List<String> row) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            line.append(row.get(column))
                    .repeat(' ', 2 + width(column) - row.get(column).length());
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
