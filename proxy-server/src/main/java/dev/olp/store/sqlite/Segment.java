package dev.olp.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a day: open → sealed → dropped. A new one begins with the first row of another day.
 *
 * @param number from 1, without gaps
 * @param day UTC, {@code 2026-11-30}
 * @param last {@code first - 1} while there is none
 * @param startHash the seal of the segment before
 * @param lastHash hash of the last row; {@code startHash} while there is none
 * @param seal over all of these
 * @param sealedAt milliseconds since 1970; null while it is open
 * @param droppedAt when its rows were given up; null while they are kept
 */
record Segment(
        long number,
        String day,
        long first,
        long last,
        byte[] startHash,
        byte[] lastHash,
        byte[] seal,
        @Nullable Long sealedAt,
        @Nullable Long droppedAt,
        byte @Nullable [] dropSeal) {
    static final String COLUMNS = "number, day, first_sequence, last_sequence, start_hash, last_hash, seal, sealed_at,"
            + " dropped_at, drop_seal";
    static final int HASH_BYTES = 32;

    static Segment read(ResultSet row) throws SQLException {
        return new Segment(
                row.getLong("number"),
                row.getString("day"),
                row.getLong("first_sequence"),
                row.getLong("last_sequence"),
                row.getBytes("start_hash"),
                row.getBytes("last_hash"),
                row.getBytes("seal"),
                Columns.number(row, "sealed_at"),
                Columns.number(row, "dropped_at"),
                row.getBytes("drop_seal"));
    }

    /** The one after it, without rows, not sealed by anything yet. */
    static Segment after(@Nullable Segment before, String day, long first) {
        byte[] start = before == null ? new byte[HASH_BYTES] : before.seal();
        long number = before == null ? 1 : before.number() + 1;
        return new Segment(number, day, first, first - 1, start, start, new byte[HASH_BYTES], null, null, null);
    }

    boolean isOpen() {
        return sealedAt == null;
    }

    /** Up to another last row, and signed as it then stands. */
    Segment upTo(long newLast, byte[] newLastHash, AuditSeals seals) {
        return new Segment(number, day, first, newLast, startHash, newLastHash, seal, null, null, null)
                .signed(seals, null);
    }

    Segment closed(long at, AuditSeals seals) {
        return signed(seals, at);
    }

    private Segment signed(AuditSeals seals, @Nullable Long at) {
        byte[] signature = seals.seal(at == null ? "open" : "sealed", number, day, first, last, startHash, lastHash);
        return new Segment(number, day, first, last, startHash, lastHash, signature, at, null, null);
    }

    boolean isGenuine(AuditSeals seals) {
        return seals.isSeal(seal, isOpen() ? "open" : "sealed", number, day, first, last, startHash, lastHash);
    }

    Segment dropped(long at, AuditSeals seals) {
        byte[] signature = seals.seal("dropped", number, seal);
        return new Segment(number, day, first, last, startHash, lastHash, seal, sealedAt, at, signature);
    }

    boolean isGenuinelyDropped(AuditSeals seals) {
        return seals.isSeal(dropSeal, "dropped", number, seal);
    }
}
