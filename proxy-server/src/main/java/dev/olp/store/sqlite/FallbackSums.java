package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.FallbackSum;
import dev.olp.audit.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The table {@code fallback_hour}. For one connection and one thread. */
final class FallbackSums implements AutoCloseable {
    static final String QUERY = "SELECT chain_id, provider, model, sum(requests), sum(errors) FROM fallback_hour"
            + " WHERE start >= ? AND start < ? GROUP BY chain_id, provider, model"
            + " ORDER BY 4 DESC, chain_id, provider, model LIMIT ?";
    private static final String ADD =
            "INSERT INTO fallback_hour (start, chain_id, provider, model, requests, errors) VALUES (?, ?, ?, ?, 1, ?)"
                    + " ON CONFLICT DO UPDATE SET requests = requests + 1, errors = errors + excluded.errors";

    private final PreparedStatement add;

    FallbackSums(Connection connection) throws SQLException {
        add = connection.prepareStatement(ADD);
    }

    /** Counts the row of a request that fell back. */
    void add(AuditRecord row) throws SQLException {
        if (row.hops() == 0 || row.chainId() == null) {
            return;
        }
        long at = row.at().toEpochMilli();
        add.setLong(1, at - Math.floorMod(at, Duration.ofHours(1).toMillis()));
        add.setString(2, row.chainId());
        add.setString(3, UsageSums.orEmpty(row.provider()));
        add.setString(4, UsageSums.orEmpty(row.servedModel()));
        add.setInt(5, row.outcome() == Outcome.SUCCESS ? 0 : 1);
        add.executeUpdate();
    }

    static List<FallbackSum> of(Connection connection, Instant from, Instant to, int most) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(QUERY)) {
            select.setLong(1, from.toEpochMilli());
            select.setLong(2, to.toEpochMilli());
            select.setInt(3, most);
            try (ResultSet rows = select.executeQuery()) {
                List<FallbackSum> sums = new ArrayList<>();
                while (rows.next()) {
                    sums.add(new FallbackSum(
                            rows.getString(1), rows.getString(2), rows.getString(3), rows.getLong(4), rows.getLong(5)));
                }
                return List.copyOf(sums);
            }
        }
    }

    /** Hours go with the rows that they are of. */
    static void drop(Connection connection, Instant before) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM fallback_hour WHERE start < ?")) {
            delete.setLong(1, before.toEpochMilli());
            delete.executeUpdate();
        }
    }

    @Override
    public void close() throws SQLException {
        add.close();
    }
}
