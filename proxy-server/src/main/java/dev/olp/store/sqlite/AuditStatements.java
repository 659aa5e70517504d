package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the writer says to the database, prepared once, in transactions of {@link #begin}, rows and {@link #end}. For one
 * connection and one thread; in the database, not here, stands where the chain is, so another process may write between.
 */
final class AuditStatements implements AutoCloseable {
    private final Connection connection;
    private final AuditSeals seals;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final RowHash hash = new RowHash();
    private final PreparedStatement insert;
    private final PreparedStatement admit;
    private final PreparedStatement endAdmission;
    private final UsageSums sums;
    private final FallbackSums fallbacks;
    private @Nullable Segment segment;
    private long sequence;
    private byte[] lastHash = new byte[0];

    AuditStatements(Connection connection, AuditSeals seals, Clock clock) throws SQLException {
        this.connection = connection;
        this.seals = seals;
        this.clock = clock;
        insert = connection.prepareStatement(AuditRows.INSERT);
        admit = connection.prepareStatement(AuditRows.ADMIT);
        endAdmission = connection.prepareStatement(AuditRows.END_ADMISSION);
        sums = new UsageSums(connection);
        fallbacks = new FallbackSums(connection);
    }

    void begin() {
        segment = null;
    }

    void admit(AuditRecord ifInterrupted) throws SQLException {
        AuditRows.bind(admit, AuditRows.values(ifInterrupted));
        admit.executeUpdate();
    }

    /** Chains the row and ends its admission; false when the request has one already. */
    boolean append(AuditRecord row) throws SQLException {
        if (segment == null) {
            openSegment();
        }
        List<@Nullable Object> values = AuditRows.values(row);
        byte[] salt = new byte[RowHash.SALT_BYTES];
        random.nextBytes(salt);
        byte[] personal = hash.ofPersonal(salt, values);
        byte[] own = hash.of(lastHash, sequence + 1, values, personal);
        int next = AuditRows.bind(insert, values);
        insert.setLong(next, sequence + 1);
        insert.setBytes(next + 1, own);
        insert.setBytes(next + 2, salt);
        insert.setBytes(next + 3, personal);
        boolean written = insert.executeUpdate() > 0;
        if (written) {
            sequence++;
            lastHash = own;
            sums.add(row);
            fallbacks.add(row);
        }
        endAdmission.setString(1, row.requestId());
        endAdmission.executeUpdate();
        return written;
    }

    /** Signs the chain as it now stands. */
    void end() throws SQLException {
        if (segment != null) {
            SegmentTable.save(connection, segment.upTo(sequence, lastHash, seals));
        }
    }

    private void openSegment() throws SQLException {
        String today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).toString();
        Segment newest = SegmentTable.newest(connection);
        if (newest != null && newest.isOpen() && !newest.day().equals(today)) {
            newest = newest.closed(clock.millis(), seals);
            SegmentTable.save(connection, newest);
        }
        Segment open = newest != null && newest.isOpen()
                ? newest
                : Segment.after(newest, today, newest == null ? firstSequence() : newest.last() + 1);
        segment = open;
        sequence = open.last();
        lastHash = open.lastHash();
    }

    /** Rows from before the chain keep their numbers. */
    private long firstSequence() throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT max(sequence) FROM request");
                ResultSet rows = select.executeQuery()) {
            return rows.next() ? rows.getLong(1) + 1 : 1;
        }
    }

    @Override
    public void close() throws SQLException {
        insert.close();
        admit.close();
        endAdmission.close();
        sums.close();
        fallbacks.close();
    }
}
