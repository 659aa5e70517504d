package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How rows are kept.
 *
 * @param sealFile where the seals of finished days are noted as well, outside the database
 * @param retentionDays how many days a finished day's rows are kept, asked each time that old ones are looked for
 * @param ndjson where rows are written as well; null for nowhere
 */
public record AuditKeeping(
        AuditSeals seals,
        Path sealFile,
        IntSupplier retentionDays,
        @Nullable NdjsonFile ndjson) {
    /** In the database alone. */
    public AuditKeeping(AuditSeals seals, Path sealFile, int retentionDays) {
        this(seals, sealFile, () -> retentionDays, null);
    }

    /** Rows that are committed. */
    void written(List<AuditRecord> rows) {
        if (ndjson != null) {
            ndjson.append(rows);
        }
    }
}
