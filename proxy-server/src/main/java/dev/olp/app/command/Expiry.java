package dev.olp.app.command;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code --expires}: a span from now ({@code 90m}, {@code 12h}, {@code 30d}, {@code 2w}), a date or a time. */
final class Expiry {
    private static final Pattern SPAN = Pattern.compile("(\\d{1,6})([smhdw])");

    private Expiry() {}

    /** @throws UsageException when it is none of these, or not in the future */
    static Instant parse(String text, Instant now) throws UsageException {
        Instant at;
        try {
            at = instant(text, now);
        } catch (DateTimeException neither) {
            throw new UsageException(
                    "--expires: " + text
                            + " (expected: a span such as 12h or 30d, a date such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z)");
        }
        if (!at.isAfter(now)) {
            throw new UsageException("--expires: " + text + " (expected: a time in the future)");
        }
        return at;
    }

    /** @throws UsageException when it is no span */
    static Duration span(String option, String text) throws UsageException {
        Matcher span = SPAN.matcher(text);
        if (!span.matches()) {
            throw new UsageException(option + ": " + text + " (expected: a span such as 90m, 24h or 7d)");
        }
        return unit(span.group(2)).multipliedBy(Long.parseLong(span.group(1)));
    }

    private static Instant instant(String text, Instant now) {
        Matcher span = SPAN.matcher(text);
        if (span.matches()) {
            return now.plus(unit(span.group(2)).multipliedBy(Long.parseLong(span.group(1))));
        }
        return text.contains("T")
                ? OffsetDateTime.parse(text).toInstant()
                : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static Duration unit(String letter) {
        return switch (letter) {
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            case "d" -> Duration.ofDays(1);
            default -> Duration.ofDays(7);
        };
    }
}
