package dev.olp.limits;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** All that a key has used, as it is kept. */
public record KeyUsage(MinuteCount minute, WindowCount day, WindowCount week, WindowCount month) {
    public static final KeyUsage NOTHING =
            new KeyUsage(MinuteCount.EMPTY, WindowCount.NOTHING, WindowCount.NOTHING, WindowCount.NOTHING);

    /** As it stands at that moment: what is over is forgotten. */
    public KeyUsage at(Instant now, ZoneId zone) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        return new KeyUsage(
                minute.at(now), day.on(today, Window.DAY), week.on(today, Window.WEEK), month.on(today, Window.MONTH));
    }

    /** Whether it was written by a clock that was ahead; what became of it must be kept, or it would be so for ever. */
    public boolean isAheadOf(KeyUsage now) {
        return minute.second() > now.minute.second()
                || day.firstDay().isAfter(now.day.firstDay())
                || week.firstDay().isAfter(now.week.firstDay())
                || month.firstDay().isAfter(now.month.firstDay());
    }

    KeyUsage plusRequest() {
        return new KeyUsage(minute.plusOne(), day.plusRequest(), week.plusRequest(), month.plusRequest());
    }

    /** Without the request, in the windows that still count it. */
    public KeyUsage minus(Reservation reservation, boolean fromTheMinute) {
        return new KeyUsage(
                fromTheMinute ? minute.minusOne(reservation.second()) : minute,
                day.minusRequest(reservation.day()),
                week.minusRequest(reservation.week()),
                month.minusRequest(reservation.month()));
    }

    /** With what a request took, in the windows of now. */
    public KeyUsage plus(Spent spent) {
        return new KeyUsage(minute, day.plus(spent), week.plus(spent), month.plus(spent));
    }

    /** Use within a calendar window. */
    public WindowCount of(Window window) {
        return switch (window) {
            case DAY -> day;
            case WEEK -> week;
            case MONTH -> month;
            case MINUTE -> throw new IllegalArgumentException("the minute counts requests only");
        };
    }
}
