package dev.olp.store.sqlite;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditPage.Cursor;
import dev.olp.audit.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page's query: always down one index, the one of the rarest thing that is asked for, and never over the table.
 *
 * @param parameters in order, without the limit that comes last
 */
record PageQuery(String sql, List<Object> parameters) {
    private static final long EVER = 253_402_300_799_999L;

    static PageQuery of(AuditFilter filter, @Nullable Cursor after) {
        List<Object> parameters = new ArrayList<>();
        StringBuilder where = new StringBuilder("at >= ? AND at <= ?");
        parameters.add(filter.from() == null ? 0L : filter.from().toEpochMilli());
        long to = filter.to() == null ? EVER : filter.to().toEpochMilli() - 1;
        parameters.add(after == null ? to : Math.min(to, after.at().toEpochMilli()));
        if (after != null) {
            where.append(" AND (at < ? OR sequence < ?)");
            parameters.add(after.at().toEpochMilli());
            parameters.add(after.sequence());
        }
        boolean fault = filter.outcome() != null && filter.outcome() != Outcome.SUCCESS;
        boolean odd = filter.status() != null && filter.status() != 200;
        String index = index(filter, fault, odd);
        if (filter.outcome() != null) {
            // the second term is what the index of faults is of
            where.append(fault ? " AND outcome = ? AND outcome <> 'SUCCESS'" : " AND outcome = ?");
            parameters.add(filter.outcome().name());
        }
        if (filter.status() != null) {
            where.append(odd ? " AND status = ? AND status <> 200" : " AND status = ?");
            parameters.add(filter.status());
        }
        if (filter.keyId() != null) {
            where.append(" AND key_id = ?");
            parameters.add(filter.keyId());
        }
        if (filter.model() != null) {
            where.append(" AND served_model = ?");
            parameters.add(filter.model());
        }
        return new PageQuery(
                "SELECT sequence, " + AuditRows.NAMES + " FROM request INDEXED BY " + index + " WHERE " + where
                        + " ORDER BY at DESC, sequence DESC LIMIT ?",
                List.copyOf(parameters));
    }

    private static String index(AuditFilter filter, boolean fault, boolean odd) {
        boolean key = filter.keyId() != null;
        boolean model = filter.model() != null;
        if (fault && filter.status() != null && !key && !model) {
            return "request_outcome_status";
        }
        if (fault || odd) {
            return "request_" + (key ? "key_" : model ? "model_" : "") + (fault ? "outcome" : "status");
        }
        return "request_" + (key ? model ? "key_model" : "key" : model ? "model" : "at");
    }
}
