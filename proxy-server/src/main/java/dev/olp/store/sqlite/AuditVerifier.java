package dev.olp.store.sqlite;

import dev.olp.audit.Verification;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks at every segment and row, in order, up to the first that is not as it was written. For one run. */
final class AuditVerifier {
    private final Connection connection;
    private final AuditSeals seals;
    private final Runnable eachRow;
    private final Map<String, Long> erasures = new HashMap<>();
    private final List<String> notes = new ArrayList<>();
    private long rows;
    private long erased;
    private long dropped;
    private long unchained;

    /**
     * Looks at nothing yet.
     *
     * @param connection in a transaction, so that all is seen as of one moment
     * @param eachRow told of each row that was looked at
     */
    AuditVerifier(Connection connection, AuditSeals seals, Runnable eachRow) {
        this.connection = connection;
        this.seals = seals;
        this.eachRow = eachRow;
    }

    /** @param noted seals in hex by segment, from outside the database */
    Verification run(Map<Long, String> noted) throws SQLException {
        List<Segment> segments = SegmentTable.all(connection);
        String fault = erasures();
        for (int i = 0; i < segments.size() && fault == null; i++) {
            fault = segment(segments.get(i), i == 0 ? null : segments.get(i - 1), noted);
        }
        if (fault == null) {
            fault = outside(segments, noted);
        }
        return new Verification(rows, erased, segments.size(), dropped, unchained, notes, fault);
    }

    private @Nullable String erasures() throws SQLException {
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT key_id, up_to_sequence, seal FROM erasure");
                ResultSet found = select.executeQuery()) {
            while (found.next()) {
                if (!seals.isSeal(found.getBytes("seal"), "erased", found.getString("key_id"), found.getLong(2))) {
                    return "the note that key %s was erased is not genuine".formatted(found.getString("key_id"));
                }
                erasures.put(found.getString("key_id"), found.getLong("up_to_sequence"));
            }
            return null;
        }
    }

    private @Nullable String segment(Segment segment, @Nullable Segment before, Map<Long, String> noted)
            throws SQLException {
        String name = "segment %d (%s)".formatted(segment.number(), segment.day());
        long expected = before == null ? 1 : before.number() + 1;
        if (segment.number() != expected) {
            return "segment %d is missing".formatted(expected);
        }
        if (before != null && segment.first() != before.last() + 1) {
            return "%s begins at row %d (expected: %d)".formatted(name, segment.first(), before.last() + 1);
        }
        if (segment.droppedAt() != null) {
            dropped++;
            if (!segment.isGenuinelyDropped(seals)) {
                return name + " says that retention dropped it, and that is not genuine: its rows are lost";
            }
        } else {
            String fault = rows(segment);
            if (fault != null) {
                return fault;
            }
        }
        Segment start = Segment.after(before, segment.day(), segment.first());
        if (!segment.isGenuine(seals) || !Arrays.equals(segment.startHash(), start.startHash())) {
            return "the seal of %s is not genuine: rows up to %d may have been cut or replaced"
                    .formatted(name, segment.last());
        }
        String outside = noted.get(segment.number());
        if (!segment.isOpen() && outside == null) {
            notes.add("the seal of " + name + " is not noted outside the database");
        }
        return outside == null
                        || (!segment.isOpen() && outside.equals(HexFormat.of().formatHex(segment.seal())))
                ? null
                : "the seal of %s is another one outside the database: it was replaced".formatted(name);
    }

    private @Nullable String rows(Segment segment) throws SQLException {
        RowHash hash = new RowHash();
        byte[] before = segment.startHash();
        long expected = segment.first();
        try (PreparedStatement select = connection.prepareStatement(AuditRows.CHAINED)) {
            select.setLong(1, segment.first());
            select.setLong(2, segment.last());
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    ChainedRow row = ChainedRow.read(found);
                    if (row.sequence() != expected) {
                        return "row %d is missing".formatted(expected);
                    }
                    String fault = row.faultAfter(before, hash, erasures);
                    if (fault != null) {
                        return fault;
                    }
                    before = row.hash();
                    rows++;
                    eachRow.run();
                    erased += row.isErased() ? 1 : 0;
                    expected++;
                }
            }
        }
        if (expected <= segment.last()) {
            return "row %d is missing".formatted(expected);
        }
        return Arrays.equals(before, segment.lastHash())
                ? null
                : "row %d is not the last that segment %d was signed with".formatted(segment.last(), segment.number());
    }

    /** Rows that no segment has, and segments that are only remembered outside. */
    private @Nullable String outside(List<Segment> segments, Map<Long, String> noted) throws SQLException {
        long first = segments.isEmpty() ? Long.MAX_VALUE : segments.getFirst().first();
        long last = segments.isEmpty() ? Long.MAX_VALUE : segments.getLast().last();
        for (Long number : noted.keySet()) {
            if (number > segments.size()) {
                return "segment %d was sealed and is missing: the database was cut or replaced".formatted(number);
            }
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT min(sequence) FROM request"
                + " WHERE sequence > ? OR sequence < 1 OR (sequence < ? AND hash IS NOT NULL)")) {
            select.setLong(1, last);
            select.setLong(2, first);
            try (ResultSet found = select.executeQuery()) {
                if (found.next() && found.getObject(1) != null) {
                    return "row %d was inserted: no segment has it".formatted(found.getLong(1));
                }
            }
        }
        try (PreparedStatement count =
                connection.prepareStatement("SELECT count(*) FROM request WHERE sequence < ? AND hash IS NULL")) {
            count.setLong(1, first);
            try (ResultSet found = count.executeQuery()) {
                unchained = found.next() ? found.getLong(1) : 0;
            }
        }
        return null;
    }
}
