package dev.olp.store.sqlite;

import dev.olp.limits.Ask;
import dev.olp.limits.Decision;
import dev.olp.limits.Held;
import dev.olp.limits.InFlight;
import dev.olp.limits.KeyUsage;
import dev.olp.limits.Limits;
import dev.olp.limits.Reservation;
import dev.olp.limits.Rules;
import dev.olp.limits.Spent;
import dev.olp.limits.Standing;
import dev.olp.limits.UsageLedger;
import java.sql.PreparedStatement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Use in {@code olp.db}: a row for each key, read, decided on and rewritten in one transaction that has the file's write
 * lock from its start, so that no other server comes between. Nothing of it is cached; requests that come at the same time
 * share a transaction.
 */
public final class SqliteUsageLedger implements UsageLedger {
    private final SqliteDatabase database;
    private final GroupCommit<UsageBatch> writes;
    private final ZoneId zone;
    private final InFlight inFlight = new InFlight();

    /**
     * Opens the ledger.
     *
     * @param database of {@link Schema#USAGE}; not closed here
     * @param zone where days begin
     */
    public SqliteUsageLedger(SqliteDatabase database, ZoneId zone) {
        this.database = database;
        this.writes = new GroupCommit<>(database, new UsageBatch.Maker());
        this.zone = zone;
    }

    @Override
    public Decision reserve(Ask ask, Instant now) {
        AtomicReference<@Nullable Reservation> begun = new AtomicReference<>();
        try {
            return writes.write(batch -> {
                UsageRows.Row row = batch.find(ask.keyId());
                Decision made = Rules.decide(ask, standing(row, ask.keyId(), ask.defaults(), now));
                KeyUsage after = made.standing().usage();
                if (made instanceof Decision.Granted || row.usage().isAheadOf(after)) {
                    batch.save(ask.keyId(), after);
                }
                if (made instanceof Decision.Granted granted) {
                    inFlight.begin(granted.reservation());
                    begun.set(granted.reservation());
                }
                return made;
            });
        } catch (RuntimeException notCommitted) {
            Reservation reservation = begun.get();
            if (reservation != null) {
                inFlight.end(reservation);
            }
            throw notCommitted;
        }
    }

    @Override
    public void settle(Reservation reservation, Spent spent, Instant now) {
        if (spent.equals(Spent.NOTHING)) {
            inFlight.end(reservation);
            return;
        }
        change(reservation, now, usage -> usage.plus(spent));
    }

    @Override
    public void release(Reservation reservation, boolean fromTheMinute, Instant now) {
        change(reservation, now, usage -> usage.minus(reservation, fromTheMinute));
    }

    /** What the request held is free after its use is counted, so that for a moment both are seen, and never neither. */
    private void change(Reservation reservation, Instant now, UnaryOperator<KeyUsage> change) {
        try {
            writes.write(batch -> {
                KeyUsage usage = batch.find(reservation.keyId()).usage().at(now, zone);
                batch.save(reservation.keyId(), change.apply(usage));
                return usage;
            });
        } finally {
            inFlight.end(reservation);
        }
    }

    @Override
    public Held held() {
        return inFlight.all();
    }

    @Override
    public Standing standing(String keyId, Limits defaults, Instant now) {
        return database.read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(UsageRows.SELECT)) {
                return standing(UsageBatch.only(statement, keyId), keyId, defaults, now);
            }
        });
    }

    private Standing standing(UsageRows.Row row, String keyId, Limits defaults, Instant now) {
        return new Standing(row.limits().over(defaults), row.usage().at(now, zone), inFlight.of(keyId), now, zone);
    }
}
