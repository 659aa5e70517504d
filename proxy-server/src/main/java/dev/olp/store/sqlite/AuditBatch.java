package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rows that are committed together. */
final class AuditBatch {
    private final List<QueuedRow> rows;
    private final Set<QueuedRow> refused = new HashSet<>();

    AuditBatch(List<QueuedRow> rows) {
        this.rows = List.copyOf(rows);
    }

    int size() {
        return rows.size();
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Writes all of them; may be tried again after a failure. */
    void write(AuditStatements statements) throws SQLException {
        refused.clear();
        statements.begin();
        Set<String> ended = new HashSet<>();
        for (QueuedRow each : rows) {
            if (!each.isAdmission()) {
                ended.add(each.row().requestId());
            }
        }
        for (QueuedRow each : rows) {
            if (!each.isAdmission()) {
                if (!statements.append(each.row())) {
                    refused.add(each);
                }
            } else if (!ended.contains(each.row().requestId())) {
                statements.admit(each.row());
            }
        }
        statements.end();
    }

    /** The requests' rows, once they are committed. */
    List<AuditRecord> written() {
        return rows.stream()
                .filter(each -> !each.isAdmission() && !refused.contains(each))
                .map(QueuedRow::row)
                .toList();
    }

    /** Tells those who wait; returns how many rows are lost. */
    int settle(boolean committed) {
        int lost = 0;
        for (QueuedRow each : rows) {
            boolean written = committed && !refused.contains(each);
            each.settle(written);
            lost += written || each.isAdmission() ? 0 : 1;
        }
        return lost;
    }
}
