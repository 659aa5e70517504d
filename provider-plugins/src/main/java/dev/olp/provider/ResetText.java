package dev.olp.provider;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When a limit ends, in the CLIs' own words: {@code resets Jan 1, 2030, 12am (UTC)}, {@code resets 8pm (Europe/Berlin)},
 * {@code try again at Jan 1st, 2030 12:00 AM}, {@code try again in 2 hours 5 minutes}, {@code limit reached|1893456000}.
 * Without a zone it is UTC, which a sandbox has. What is no such time is none; nothing is guessed.
 */
final class ResetText {
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

    private static final Pattern AT = Pattern.compile(
            "(?i)\\b(?:resets|try again)(?: at| on)? (?:([a-z]{3})[a-z]* (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?:,| at)? )?"
                    + "(\\d{1,2})(?::(\\d{2}))? ?([ap])m\\b(?: \\(([^)]{1,40})\\))?");

    private static final Pattern EPOCH = Pattern.compile("(?i)limit reached\\|(\\d{10})\\b");
    private static final Pattern IN = Pattern.compile(
            "(?i)\\b(?:resets|try again) in ((?:\\d{1,6}(?:\\.\\d{1,6})? ?[a-z]+(?:,? (?:and )?|(?=\\d))?)+)");
    private static final Pattern SPAN = Pattern.compile("(?i)(\\d{1,6}(?:\\.\\d{1,6})?) ?([a-z]+)");

    /** A time of day that has only just passed is meant as it stands, and not a day later. */
    private static final Duration JUST_PASSED = Duration.ofMinutes(10);

    private ResetText() {}

    /** The end of the limit that the text tells of. */
    static Optional<Instant> find(String text, Instant now) {
        String plain = text.replace('\u202f', ' ').replace('\u00a0', ' ');
        Matcher epoch = EPOCH.matcher(plain);
        if (epoch.find()) {
            return Optional.of(Instant.ofEpochSecond(Long.parseLong(epoch.group(1))));
        }
        Matcher at = AT.matcher(plain);
        if (at.find()) {
            return at(at, now);
        }
        Matcher in = IN.matcher(plain);
        return in.find() ? in(in.group(1)).map(now::plus) : Optional.empty();
    }

    private static Optional<Instant> at(Matcher found, Instant now) {
        try {
            String zone = found.group(7);
            ZonedDateTime here = now.atZone(zone == null ? ZoneId.of("UTC") : ZoneId.of(zone));
            LocalTime time = time(Integer.parseInt(found.group(4)), found.group(5), found.group(6));
            String month = found.group(1);
            if (month == null) {
                ZonedDateTime today = on(here.toLocalDate(), time, here.getZone());
                boolean over = today.isBefore(here.minus(JUST_PASSED));
                return Optional.of(
                        (over ? on(here.toLocalDate().plusDays(1), time, here.getZone()) : today).toInstant());
            }
            int number = MONTHS.indexOf(month.toLowerCase(Locale.ROOT)) + 1;
            int day = Integer.parseInt(found.group(2));
            String year = found.group(3);
            if (year != null) {
                return Optional.of(on(LocalDate.of(Integer.parseInt(year), number, day), time, here.getZone())
                        .toInstant());
            }
            ZonedDateTime thisYear = on(LocalDate.of(here.getYear(), number, day), time, here.getZone());
            boolean over = thisYear.isBefore(here.minusDays(1));
            return Optional.of((over
                            ? on(LocalDate.of(here.getYear() + 1, number, day), time, here.getZone())
                            : thisYear)
                    .toInstant());
        } catch (DateTimeException noSuchTime) {
            return Optional.empty();
        }
    }

    /** An hour that comes twice is the later one: too early a try is a spawn that must fail. */
    private static ZonedDateTime on(LocalDate date, LocalTime time, ZoneId zone) {
        return ZonedDateTime.of(date, time, zone).withLaterOffsetAtOverlap();
    }

    private static LocalTime time(int hour, @Nullable String minute, String half) {
        if (hour < 1 || hour > 12) {
            throw new DateTimeException("hour " + hour);
        }
        int afternoon = half.equalsIgnoreCase("p") ? 12 : 0;
        return LocalTime.of(hour % 12 + afternoon, minute == null ? 0 : Integer.parseInt(minute));
    }

    private static Optional<Duration> in(String spans) {
        Duration whole = Duration.ZERO;
        Matcher span = SPAN.matcher(spans);
        while (span.find()) {
            Duration unit = unit(span.group(2).toLowerCase(Locale.ROOT));
            if (unit == null) {
                return whole.isZero() ? Optional.empty() : Optional.of(whole);
            }
            BigDecimal millis = new BigDecimal(span.group(1)).multiply(BigDecimal.valueOf(unit.toMillis()));
            whole = whole.plusMillis(millis.longValue());
        }
        return whole.isZero() ? Optional.empty() : Optional.of(whole);
    }

    private static @Nullable Duration unit(String name) {
        return switch (name) {
            case "ms" -> Duration.ofMillis(1);
            case "s", "sec", "secs", "second", "seconds" -> Duration.ofSeconds(1);
            case "m", "min", "mins", "minute", "minutes" -> Duration.ofMinutes(1);
            case "h", "hr", "hrs", "hour", "hours" -> Duration.ofHours(1);
            case "d", "day", "days" -> Duration.ofDays(1);
            default -> null;
        };
    }
}
