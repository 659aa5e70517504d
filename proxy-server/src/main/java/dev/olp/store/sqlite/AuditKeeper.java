package dev.olp.store.sqlite;

import dev.olp.audit.AuditRecord;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seals a day that is over, notes its seal outside the database, and gives up days that are older than the retention, a
 * piece at a time so that rows are not kept waiting. On the writer's thread.
 */
final class AuditKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(AuditKeeper.class);
    private static final long EVERY_NANOS = Duration.ofMinutes(10).toNanos();
    /** The date must have stood this long before it makes anything old: a clock that was set wrong is set right again. */
    private static final long STEADY_NANOS = Duration.ofHours(1).toNanos();

    private static final int ROWS_AT_ONCE = 1_000;

    private final SqliteDatabase database;
    private final AuditKeeping keeping;
    private final SealFile sealFile;
    private final Clock clock;
    private final LongSupplier ticker;
    private LocalDate day = LocalDate.MIN;
    private long daySince;
    private long tidied;
    private boolean more;

    AuditKeeper(SqliteDatabase database, AuditKeeping keeping, Clock clock, LongSupplier ticker) {
        this.database = database;
        this.keeping = keeping;
        this.sealFile = new SealFile(keeping.sealFile());
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Whether {@link #tidy} has something to do, or has not looked for a while. */
    boolean isDue() {
        return more || !today().equals(day) || ticker.getAsLong() - tidied >= EVERY_NANOS;
    }

    /** Whether there was more to do than is done at once. */
    boolean hasMore() {
        return more;
    }

    /** Rows that are committed. */
    void written(List<AuditRecord> rows) {
        keeping.written(rows);
    }

    void tidy() {
        LocalDate today = today();
        if (!today.equals(day)) {
            day = today;
            daySince = ticker.getAsLong();
        }
        tidied = ticker.getAsLong();
        more = false;
        try {
            sealFinished(today);
            noteSeals();
            if (tidied - daySince >= STEADY_NANOS) {
                more = dropOld(today.minusDays(keeping.retentionDays().getAsInt()));
            }
        } catch (SQLException | IOException failure) {
            LOG.atError().setCause(failure).log("the audit log could not be tidied; trying again later");
        }
    }

    private void sealFinished(LocalDate today) throws SQLException {
        database.tryWrite(connection -> {
            Segment newest = SegmentTable.newest(connection);
            if (newest != null && newest.isOpen() && !newest.day().equals(today.toString())) {
                SegmentTable.save(connection, newest.closed(clock.millis(), keeping.seals()));
            }
            return true;
        });
    }

    private void noteSeals() throws SQLException, IOException {
        Map<Long, String> noted = sealFile.seals();
        for (Segment sealed : database.tryWrite(SegmentTable::sealed)) {
            if (!noted.containsKey(sealed.number())) {
                sealFile.add(sealed);
            }
        }
    }

    /** Says that a segment is dropped before any row of it goes; returns whether rows are left to delete. */
    private boolean dropOld(LocalDate oldest) throws SQLException {
        return database.tryWrite(connection -> {
            for (Segment sealed : SegmentTable.sealed(connection)) {
                if (sealed.droppedAt() == null && LocalDate.parse(sealed.day()).isBefore(oldest)) {
                    SegmentTable.save(connection, sealed.dropped(clock.millis(), keeping.seals()));
                    LOG.atInfo().addKeyValue("day", sealed.day()).log("audit rows are past their retention");
                }
            }
            UsageSums.dropHours(connection, oldest.atStartOfDay(ZoneOffset.UTC).toInstant());
            FallbackSums.drop(connection, oldest.atStartOfDay(ZoneOffset.UTC).toInstant());
            int deleted = 0;
            for (Segment dropped : SegmentTable.dropped(connection)) {
                deleted += delete(connection, dropped, ROWS_AT_ONCE - deleted);
                if (deleted >= ROWS_AT_ONCE) {
                    return true;
                }
            }
            return false;
        });
    }

    private static int delete(Connection connection, Segment dropped, int most) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM request WHERE sequence IN"
                + " (SELECT sequence FROM request WHERE sequence BETWEEN ? AND ? ORDER BY sequence LIMIT ?)")) {
            delete.setLong(1, dropped.first());
            delete.setLong(2, dropped.last());
            delete.setInt(3, most);
            return delete.executeUpdate();
        }
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }
}
