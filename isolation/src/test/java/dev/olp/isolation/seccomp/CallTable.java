package dev.olp.isolation.seccomp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The table of calls and the verdict that each must get. */
final class CallTable {
    /** One call on one architecture. */
    record Row(String name, int number, List<Long> arguments, String verdict) {
        long[] data() {
            return arguments.stream().mapToLong(Long::longValue).toArray();
        }

        @Override
        public String toString() {
            return name + " " + number
                    + arguments.stream().map(Long::toHexString).toList() + " → " + verdict;
        }
    }

    private CallTable() {}

    static List<Row> of(Architecture architecture) throws IOException {
        int column = architecture == Architecture.X86_64 ? 1 : 2;
        try (InputStream in = Objects.requireNonNull(CallTable.class.getResourceAsStream("calls.tsv"));
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .filter(field -> !field[column].equals("-"))
                    .map(field -> new Row(
                            field[0],
                            Integer.parseInt(field[column]),
                            List.of(number(field[3]), number(field[4]), number(field[5])),
                            field[6]))
                    .toList();
        }
    }

    private static long number(String text) {
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
    }
}
