package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Between {@link AuditRecord} and the table {@code request}. */
final class AuditRows {
    private static final List<String> COLUMNS = List.of(
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
            "outcome",
            "status",
            "error_code",
            "latency_ms",
            "first_token_ms",
            "queue_ms",
            "spawn_ms",
            "stream",
            "hops",
            "tried_providers",
            "input_tokens",
            "cached_tokens",
            "output_tokens",
            "reasoning_tokens",
            "usage_estimated",
            "user_hash",
            "request_hash",
            "client_address");

    private static final String SELECT = "SELECT " + String.join(", ", COLUMNS) + " FROM request ";

    /** A request has one row; a second one of the same id changes nothing and counts 0. */
    static final String INSERT = "INSERT INTO request (" + String.join(", ", COLUMNS) + ") VALUES ("
            + String.join(", ", Collections.nCopies(COLUMNS.size(), "?")) + ") ON CONFLICT (request_id) DO NOTHING";

    static final String LATEST = SELECT + "ORDER BY sequence DESC LIMIT ?";
    static final String FIND = SELECT + "WHERE request_id = ?";

    private AuditRows() {}

    static void bind(PreparedStatement insert, AuditRecord row) throws SQLException {
        @Nullable
        Object[] values = {
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
            row.outcome().name(),
            row.status(),
            row.errorCode(),
            row.latencyMs(),
            row.firstTokenMs(),
            row.queueMs(),
            row.spawnMs(),
            row.stream() ? 1 : 0,
            row.hops(),
            row.triedProviders(),
            row.inputTokens(),
            row.cachedTokens(),
            row.outputTokens(),
            row.reasoningTokens(),
            row.usageEstimated() ? 1 : 0,
            row.userHash(),
            row.requestHash(),
            row.clientAddress()
        };
        for (int i = 0; i < values.length; i++) {
            insert.setObject(i + 1, values[i]);
        }
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
                Outcome.valueOf(row.getString("outcome")),
                row.getInt("status"),
                row.getString("error_code"),
                row.getLong("latency_ms"),
                span(row, "first_token_ms"),
                span(row, "queue_ms"),
                span(row, "spawn_ms"),
                row.getBoolean("stream"),
                row.getInt("hops"),
                row.getString("tried_providers"),
                row.getLong("input_tokens"),
                row.getLong("cached_tokens"),
                row.getLong("output_tokens"),
                row.getLong("reasoning_tokens"),
                row.getBoolean("usage_estimated"),
                row.getString("user_hash"),
                row.getString("request_hash"),
                row.getString("client_address"));
    }

    private static @Nullable Long span(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }
}
