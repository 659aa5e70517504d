package dev.olp.features.routing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * One line of a table of faults.
 *
 * @param place of who has the fault: {@code first} or {@code later}, or which CLI is the first
 * @param content whether the fault comes {@code before} or {@code after} the first of it, or {@code never}
 * @param code of the error, also of one inside a stream; {@code -} for none
 * @param paused why the account of who has the fault is left alone afterwards; {@code -} for not at all
 * @param used of its plan's short window, as it is known afterwards; {@code -} where its provider tells nothing with it
 */
record FaultLine(
        String fault,
        String content,
        String place,
        String form,
        int status,
        String code,
        String provider,
        String hops,
        String outcome,
        String paused,
        String used) {
    private static final Set<String> HANGING = Set.of(
            "silent", "stubborn", "flood-unknown", "stall", "stdout-closed", "hang-headers", "hang-first", "hang-mid");

    static List<FaultLine> all(String table) throws IOException {
        try (InputStream in = Objects.requireNonNull(FaultLine.class.getResourceAsStream(table), table)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> of(line.split("\t", -1)))
                    .toList();
        }
    }

    private static FaultLine of(String[] cells) {
        return new FaultLine(
                cells[0],
                cells[1],
                cells[2],
                cells[3],
                Integer.parseInt(cells[4]),
                cells[5],
                cells[6],
                cells[7],
                cells[8],
                cells[9],
                cells.length > 10 ? cells[10] : "-");
    }

    /** Whether only a time limit ends it. */
    boolean hangs() {
        return HANGING.contains(fault);
    }

    boolean first() {
        return place.equals("first");
    }

    boolean streamed() {
        return form.equals("stream");
    }

    boolean failsInTheStream() {
        return status == 200 && !code.equals("-");
    }

    @Override
    public String toString() {
        return String.join(" ", fault, content, place, form);
    }
}
