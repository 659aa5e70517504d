package dev.olp.store.sqlite;

import dev.olp.wire.Sha256;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hash of a row: SHA-256 over the row's before, its sequence, its columns without the personal ones, and the personal
 * ones' own salted hash. For one thread.
 */
final class RowHash {
    static final int SALT_BYTES = 16;

    private static final String FORM = "olp-audit-row-1";

    /** With {@code decisions}, which rows of the first form do not have. */
    private static final String DECIDED_FORM = "olp-audit-row-2";

    private final MessageDigest sha256 = Sha256.digest();
    private final CanonicalFields fields = new CanonicalFields();

    /** @param values by {@link AuditRows#COLUMNS} */
    byte[] ofPersonal(byte[] salt, List<@Nullable Object> values) {
        fields.add(salt);
        AuditRows.PERSONAL.forEach(column -> fields.add(values.get(column)));
        return sha256.digest(fields.drain());
    }

    byte[] of(byte[] before, long sequence, List<@Nullable Object> values, byte[] personalHash) {
        Object decisions = values.get(AuditRows.DECISIONS);
        fields.add(decisions == null ? FORM : DECIDED_FORM).add(before).add(sequence);
        for (int i = 0; i < AuditRows.DECISIONS; i++) {
            if (!AuditRows.PERSONAL.contains(i)) {
                fields.add(values.get(i));
            }
        }
        if (decisions != null) {
            fields.add(decisions);
        }
        return sha256.digest(fields.add(personalHash).drain());
    }
}
