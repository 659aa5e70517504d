package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.AuditRecord.Isolation;
import dev.olp.audit.Outcome;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Between {@link AuditRecord} and the tables {@code request} and {@code admission}, whose columns are the same. */
final class AuditRows {
    static final List<String> COLUMNS = List.of(
            "request_id",
            "at",
            "key_id",
            "key_name",
            "tier",
            "method",
            "path",
            "requested_model",
            "served_model",
            "provider",
            "account",
            "outcome",
            "status",
            "error_code",
            "latency_ms",
            "first_token_ms",
            "queue_ms",
            "spawn_ms",
            "stream",
            "cache_status",
            "hops",
            "tried_providers",
            "chain_id",
            "input_tokens",
            "cached_tokens",
            "output_tokens",
            "reasoning_tokens",
            "usage_estimated",
            "cost_micros",
            "isolation_tier",
            "sandbox",
            "sandbox_profile",
            "user_hash",
            "request_hash",
            "client_address",
            "decisions");

    /** Place of the last column, which is hashed only where it is not null. */
    static final int DECISIONS = COLUMNS.size() - 1;

    /** Places of the columns that can be erased. */
    static final List<Integer> PERSONAL = Stream.of("key_name", "user_hash", "client_address")
            .map(COLUMNS::indexOf)
            .toList();

    private static final List<String> CHAIN = List.of("sequence", "hash", "personal_salt", "personal_hash");
    static final String NAMES = String.join(", ", COLUMNS);
    private static final String SELECT = "SELECT " + NAMES + " FROM request ";

    /** A request has one row; a second one of the same id changes nothing and counts 0. */
    static final String INSERT = insertInto(
            "request", Stream.concat(COLUMNS.stream(), CHAIN.stream()).toList());

    static final String ADMIT = insertInto("admission", COLUMNS);
    static final String END_ADMISSION = "DELETE FROM admission WHERE request_id = ?";
    static final String ADMISSIONS = "SELECT " + NAMES + " FROM admission ORDER BY at, request_id";
    static final String LATEST = SELECT + "ORDER BY sequence DESC LIMIT ?";
    static final String FIND = SELECT + "WHERE request_id = ?";

    /** Between two sequences, with all that the chain is made of. */
    static final String CHAINED = "SELECT " + String.join(", ", CHAIN) + ", " + NAMES
            + " FROM request WHERE sequence BETWEEN ? AND ? ORDER BY sequence";

    /** From a sequence on, the oldest first. */
    static final String AFTER =
            "SELECT sequence, " + NAMES + " FROM request WHERE sequence > ? ORDER BY sequence LIMIT ?";

    private AuditRows() {}

    private static String insertInto(String table, List<String> columns) {
        return "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?"))
                + ") ON CONFLICT (request_id) DO NOTHING";
    }

    /** The record by {@link #COLUMNS}: null, whole numbers and text. */
    static List<@Nullable Object> values(AuditRecord row) {
        Isolation isolation = row.isolation();
        return Arrays.asList(
                row.requestId(),
                row.at().toEpochMilli(),
                row.keyId(),
                row.keyName(),
                row.tier(),
                row.method(),
                row.path(),
                row.requestedModel(),
                row.servedModel(),
                row.provider(),
                row.account(),
                row.outcome().name(),
                row.status(),
                row.errorCode(),
                row.latencyMs(),
                row.firstTokenMs(),
                row.queueMs(),
                row.spawnMs(),
                row.stream() ? 1 : 0,
                row.cacheStatus(),
                row.hops(),
                row.triedProviders(),
                row.chainId(),
                row.inputTokens(),
                row.cachedTokens(),
                row.outputTokens(),
                row.reasoningTokens(),
                row.usageEstimated() ? 1 : 0,
                row.costMicros(),
                isolation == null ? null : isolation.tier(),
                isolation == null ? null : isolation.sandbox(),
                isolation == null ? null : isolation.profile(),
                row.userHash(),
                row.requestHash(),
                row.clientAddress(),
                row.decisions());
    }

    /** Binds the first parameters; returns the place of the next one. */
    static int bind(PreparedStatement insert, List<@Nullable Object> values) throws SQLException {
        int place = 1;
        for (Object value : values) {
            insert.setObject(place++, value);
        }
        return place;
    }

    static AuditRecord read(ResultSet row) throws SQLException {
        return new AuditRecord(
                row.getString("request_id"),
                Instant.ofEpochMilli(row.getLong("at")),
                row.getString("key_id"),
                row.getString("key_name"),
                row.getString("tier"),
                row.getString("method"),
                row.getString("path"),
                row.getString("requested_model"),
                row.getString("served_model"),
                row.getString("provider"),
                row.getString("account"),
                Outcome.valueOf(row.getString("outcome")),
                row.getInt("status"),
                row.getString("error_code"),
                row.getLong("latency_ms"),
                Columns.number(row, "first_token_ms"),
                Columns.number(row, "queue_ms"),
                Columns.number(row, "spawn_ms"),
                row.getBoolean("stream"),
                row.getString("cache_status"),
                row.getInt("hops"),
                row.getString("tried_providers"),
                row.getString("chain_id"),
                row.getLong("input_tokens"),
                row.getLong("cached_tokens"),
                row.getLong("output_tokens"),
                row.getLong("reasoning_tokens"),
                row.getBoolean("usage_estimated"),
                Columns.number(row, "cost_micros"),
                isolation(row),
                row.getString("user_hash"),
                row.getString("request_hash"),
                row.getString("client_address"),
                row.getString("decisions"));
    }

    private static @Nullable Isolation isolation(ResultSet row) throws SQLException {
        String tier = row.getString("isolation_tier");
        String sandbox = row.getString("sandbox");
        return tier == null || sandbox == null ? null : new Isolation(tier, sandbox, row.getString("sandbox_profile"));
    }
}
