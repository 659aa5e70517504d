package dev.olp.limits;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/** The spans in which use is counted. The minute rolls; days, weeks (from Monday) and months are the calendar's. */
public enum Window {
    MINUTE,
    DAY,
    WEEK,
    MONTH;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** First day of the calendar window that the day is in. */
    LocalDate firstDay(LocalDate day) {
        return switch (this) {
            case DAY -> day;
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case MONTH -> day.withDayOfMonth(1);
            case MINUTE -> throw new IllegalArgumentException("a minute has no days");
        };
    }

    /** When the calendar window of that first day ends: midnight there, or the first moment that exists after it. */
    Instant end(LocalDate firstDay, ZoneId zone) {
        LocalDate next = switch (this) {
            case DAY -> firstDay.plusDays(1);
            case WEEK -> firstDay.plusWeeks(1);
            case MONTH -> firstDay.plusMonths(1);
            case MINUTE -> throw new IllegalArgumentException("a minute has no days");
        };
        return next.atStartOfDay(zone).toInstant();
    }
}
