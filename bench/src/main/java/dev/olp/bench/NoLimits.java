package dev.olp.bench;

import dev.olp.limits.Ask;
import dev.olp.limits.Decision;
import dev.olp.limits.Held;
import dev.olp.limits.KeyUsage;
import dev.olp.limits.Limits;
import dev.olp.limits.Reservation;
import dev.olp.limits.Spent;
import dev.olp.limits.Standing;
import dev.olp.limits.UsageLedger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Lets everybody, and counts nobody. */
final class NoLimits implements UsageLedger {
    private static final Standing FREE =
            new Standing(Limits.NONE, KeyUsage.NOTHING, Held.NOTHING, Instant.EPOCH, ZoneOffset.UTC);
    private static final Decision GRANTED = new Decision.Granted(
            new Reservation("nobody", 0, LocalDate.EPOCH, LocalDate.EPOCH, LocalDate.EPOCH, 0, 0), FREE);

    @Override
    public Decision reserve(Ask ask, Instant now) {
        return GRANTED;
    }

    @Override
    public void settle(Reservation reservation, Spent spent, Instant now) {}

    @Override
    public void release(Reservation reservation, boolean fromTheMinute, Instant now) {}

    @Override
    public Held held() {
        return Held.NOTHING;
    }

    @Override
    public Standing standing(String keyId, Limits defaults, Instant now) {
        return FREE;
    }
}
