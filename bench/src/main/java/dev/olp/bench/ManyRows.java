package dev.olp.bench;

import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * An audit database of many rows, over ninety days: made by the product's migrations and filled by one statement, since
 * chaining each row would take an hour. Its hashes are random bytes; its sums are true.
 */
final class ManyRows {
    static final String RARE_KEY = "key_rare";
    static final String RARE_MODEL = "rare-model";
    /** Every key but this one uses every model but the rare one. */
    static final String NARROW_KEY = "key_0000000000000003";

    static final Instant START = Instant.parse("2026-09-01T00:00:00Z");
    private static final Duration SPAN = Duration.ofDays(90);
    private static final int RARELY = 100_000;

    private static final String FILL = """
            WITH RECURSIVE
                n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1),
                mixed (i, a, b) AS (SELECT i, (i * 2654435761) % 4294967291, (i * 40503 + 7) % 65537 FROM n),
                known (i, a, b, k) AS (SELECT i, a, b, iif(i % ?4 = 0, 'rare', printf('%016x', a % 20)) FROM mixed),
                chosen (i, a, b, k, m) AS (SELECT i, a, b, k,
                    iif(i % ?4 = 7, 'rare-model', printf('model-%d', iif(a % 20 = 3, 0, b % 6))) FROM known)
            INSERT INTO request (sequence, request_id, at, key_id, key_name, tier, method, path, requested_model,
                served_model, provider, outcome, status, error_code, latency_ms, stream, hops, input_tokens,
                cached_tokens, output_tokens, reasoning_tokens, usage_estimated, hash, personal_salt, personal_hash)
            SELECT i, printf('019acb00-0000-7000-8000-%012x', i), ?2 + i * ?3, 'key_' || k, 'person ' || k, 'GUEST', 'POST',
                '/v1/chat/completions', m, m, 'provider-' || (b % 3),
                CASE WHEN b % 100 < 95 THEN 'SUCCESS' WHEN b % 100 < 98 THEN 'REFUSED' ELSE 'PROVIDER_FAULT' END,
                CASE WHEN b % 100 < 95 THEN 200 WHEN b % 100 < 98 THEN 429 ELSE 502 END,
                CASE WHEN b % 100 < 95 THEN NULL WHEN b % 100 < 98 THEN 'rate_limit_exceeded' ELSE 'provider_error' END,
                a % 9000, b % 2, 0, a % 5000, 0, b % 900, 0, 0, randomblob(32), randomblob(16), randomblob(32)
            FROM chosen""";
    private static final String SUM = """
            INSERT INTO %s SELECT at - at %% ?1 AS start, key_id, provider, served_model, count(*),
                sum(outcome <> 'SUCCESS'), sum(input_tokens), sum(cached_tokens), sum(output_tokens),
                sum(reasoning_tokens), 0 FROM request GROUP BY start, key_id, provider, served_model""";

    private ManyRows() {}

    /** Milliseconds between two rows. */
    static long step(long rows) {
        return SPAN.toMillis() / rows;
    }

    /** Makes the file. */
    static void make(Path file, long rows) throws SQLException {
        SqliteDatabase.open(file, Schema.AUDIT).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            run(connection, "PRAGMA journal_mode = OFF");
            run(connection, "PRAGMA synchronous = OFF");
            run(connection, "PRAGMA cache_size = -262144");
            // an index that is made at the end is made by sorting
            List<String> indexes = new ArrayList<>();
            try (Statement select = connection.createStatement();
                    ResultSet found = select.executeQuery(
                            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'request' AND sql IS NOT NULL")) {
                List<String> names = new ArrayList<>();
                while (found.next()) {
                    names.add(found.getString(1));
                    indexes.add(found.getString(2));
                }
                for (String name : names) {
                    run(connection, "DROP INDEX " + name);
                }
            }
            run(connection, FILL, rows, START.toEpochMilli(), step(rows), RARELY);
            run(connection, SUM.formatted("usage_hour"), Duration.ofHours(1).toMillis());
            run(connection, SUM.formatted("usage_day"), Duration.ofDays(1).toMillis());
            for (String index : indexes) {
                run(connection, index);
            }
        }
    }

    private static void run(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setLong(i + 1, parameters[i]);
            }
            statement.execute();
        }
    }
}
