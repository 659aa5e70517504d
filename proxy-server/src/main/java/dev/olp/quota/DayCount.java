package dev.olp.quota;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** How often an account was tried on one day. */
public record DayCount(LocalDate day, long count) {
    /** With one more of that day. */
    static DayCount next(@Nullable DayCount before, LocalDate today) {
        return new DayCount(today, on(before, today) + 1);
    }

    static long on(@Nullable DayCount known, LocalDate day) {
        return known != null && known.day.equals(day) ? known.count : 0;
    }
}
