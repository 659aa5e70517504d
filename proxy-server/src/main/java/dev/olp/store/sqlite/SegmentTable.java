package dev.olp.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table {@code segment}. */
final class SegmentTable {
    private static final String SELECT = "SELECT " + Segment.COLUMNS + " FROM segment ";

    private SegmentTable() {}

    /** The last one; null when no row was ever chained. */
    static @Nullable Segment newest(Connection connection) throws SQLException {
        List<Segment> found = select(connection, "ORDER BY number DESC LIMIT 1");
        return found.isEmpty() ? null : found.getFirst();
    }

    static List<Segment> all(Connection connection) throws SQLException {
        return select(connection, "ORDER BY number");
    }

    static List<Segment> sealed(Connection connection) throws SQLException {
        return select(connection, "WHERE sealed_at IS NOT NULL ORDER BY number");
    }

    static List<Segment> dropped(Connection connection) throws SQLException {
        return select(connection, "WHERE dropped_at IS NOT NULL ORDER BY number");
    }

    private static List<Segment> select(Connection connection, String rest) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT + rest);
                ResultSet rows = select.executeQuery()) {
            List<Segment> found = new ArrayList<>();
            while (rows.next()) {
                found.add(Segment.read(rows));
            }
            return found;
        }
    }

    static void save(Connection connection, Segment segment) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(
                "INSERT OR REPLACE INTO segment (" + Segment.COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            Columns.bind(
                    save,
                    segment.number(),
                    segment.day(),
                    segment.first(),
                    segment.last(),
                    segment.startHash(),
                    segment.lastHash(),
                    segment.seal(),
                    segment.sealedAt(),
                    segment.droppedAt(),
                    segment.dropSeal());
            save.executeUpdate();
        }
    }
}
