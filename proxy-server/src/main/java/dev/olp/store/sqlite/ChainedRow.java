package dev.olp.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row as it stands in the table.
 *
 * @param values by {@link AuditRows#COLUMNS}
 * @param salt null once it is erased
 */
record ChainedRow(
        long sequence, List<@Nullable Object> values, byte[] hash, byte @Nullable [] salt, byte[] personalHash) {
    private static final int REQUEST_ID = AuditRows.COLUMNS.indexOf("request_id");
    private static final int KEY_ID = AuditRows.COLUMNS.indexOf("key_id");

    static ChainedRow read(ResultSet row) throws SQLException {
        List<@Nullable Object> values = new ArrayList<>(AuditRows.COLUMNS.size());
        for (String column : AuditRows.COLUMNS) {
            values.add(row.getObject(column));
        }
        return new ChainedRow(
                row.getLong("sequence"),
                values,
                orEmpty(row.getBytes("hash")),
                row.getBytes("personal_salt"),
                orEmpty(row.getBytes("personal_hash")));
    }

    private static byte[] orEmpty(byte @Nullable [] bytes) {
        return bytes == null ? new byte[0] : bytes;
    }

    boolean isErased() {
        return salt == null;
    }

    /** What is wrong with it, if it follows a row of that hash; null when nothing is. */
    @Nullable
    String faultAfter(byte[] before, RowHash hashes, Map<String, Long> erasures) {
        if (!Arrays.equals(hash, hashes.of(before, sequence, values, personalHash))) {
            return name() + " was altered: its content does not match its hash";
        }
        if (salt != null) {
            return Arrays.equals(personalHash, hashes.ofPersonal(salt, values))
                    ? null
                    : name() + " was altered: its personal fields do not match their hash";
        }
        boolean blank = AuditRows.PERSONAL.stream().allMatch(column -> values.get(column) == null);
        Long upTo = values.get(KEY_ID) instanceof String key ? erasures.get(key) : null;
        return blank && upTo != null && sequence <= upTo
                ? null
                : name() + " was altered: its personal fields are gone and its key was not erased";
    }

    private String name() {
        return "row %d (request %s)".formatted(sequence, values.get(REQUEST_ID));
    }
}
