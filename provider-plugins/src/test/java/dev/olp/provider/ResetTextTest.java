package dev.olp.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResetTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                // claude
                "2026-11-30T10:00:00Z | You've hit your 5-hour limit · resets Jan 1, 2030, 12am (UTC) | 2030-01-01T00:00:00Z",
                "2026-11-30T10:00:00Z | You've hit your session limit · resets 8pm (Europe/Berlin) | 2026-11-30T19:00:00Z",
                "2026-07-01T10:00:00Z | You've hit your limit · resets 8pm (Europe/Berlin) | 2026-07-01T18:00:00Z",
                "2026-11-30T21:00:00Z | You've hit your limit · resets 8pm (Europe/Berlin) | 2026-12-01T19:00:00Z",
                "2026-11-30T10:00:00Z | resets 3:45am (America/New_York) | 2026-12-01T08:45:00Z",
                "2026-11-30T10:00:00Z | resets 12pm (Asia/Kolkata) | 2026-12-01T06:30:00Z",
                "2026-11-30T10:00:00Z | resets 12:30am (Pacific/Auckland) | 2026-11-30T11:30:00Z",
                "2026-11-30T10:00:00Z | You've hit your weekly limit · resets Dec 3, 5pm (UTC) | 2026-12-03T17:00:00Z",
                "2026-12-30T10:00:00Z | resets Jan 2 at 9am (UTC) | 2027-01-02T09:00:00Z",
                "2026-11-30T10:00:00Z | Claude AI usage limit reached|1893456000 | 2030-01-01T00:00:00Z",
                // just passed: that very time, over already
                "2026-11-30T20:00:20Z | resets 8pm (UTC) | 2026-11-30T20:00:00Z",
                // the night without its third hour, and the one that has it twice
                "2026-03-28T22:00:00Z | resets 2:30am (Europe/Berlin) | 2026-03-29T01:30:00Z",
                "2026-10-24T22:30:00Z | resets 2:30am (Europe/Berlin) | 2026-10-25T01:30:00Z",
                // codex
                "2026-11-30T10:00:00Z | You’ve hit your usage limit. Upgrade to Pro or try again at Jan 1st, 2030 12:00 AM. | 2030-01-01T00:00:00Z",
                "2026-11-30T10:00:00Z | You've hit your usage limit. Try again at 3:05 PM. | 2026-11-30T15:05:00Z",
                "2026-11-30T10:00:00Z | try again at Dec 22nd, 2026 11:59 PM. | 2026-12-22T23:59:00Z",
                "2026-11-30T10:00:00Z | Try again in 3 days 4 hours 5 minutes. | 2026-12-03T14:05:00Z",
                "2026-11-30T10:00:00Z | rate limit exceeded: Please try again in 11.054s. | 2026-11-30T10:00:11.054Z",
                "2026-11-30T10:00:00Z | please try again in 6m0s | 2026-11-30T10:06:00Z",
                "2026-11-30T10:00:00Z | resets in 2 hr 5 min | 2026-11-30T12:05:00Z",
            })
    void each_of_the_CLIs_ways_to_say_it_is_a_time(String row) {
        int first = row.indexOf(" | ");
        int last = row.lastIndexOf(" | ");

        assertThat(ResetText.find(row.substring(first + 3, last), Instant.parse(row.substring(0, first))))
                .contains(Instant.parse(row.substring(last + 3)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "You've hit your limit",
                "resets soon",
                "resets 13pm (UTC)",
                "resets 0am (UTC)",
                "resets 8:75pm (UTC)",
                "resets Feb 30, 2027, 5pm (UTC)",
                "resets Foo 3, 5pm (UTC)",
                "resets 8pm (Mars/Olympus)",
                "try again in 5 parsecs",
                "try again later",
                "limit reached|189",
            })
    void what_is_no_time_is_none(String text) {
        assertThat(ResetText.find(text, Instant.parse("2026-11-30T10:00:00Z"))).isEmpty();
    }

    @Test
    void only_a_limit_that_does_not_say_it_otherwise_is_read() {
        Instant now = Instant.parse("2026-11-30T10:00:00Z");
        Instant known = now.plusSeconds(5);

        assertThat(Fault.of(Fault.Kind.USAGE_LIMIT, "resets 8pm (UTC)")
                        .told(now)
                        .resetAt())
                .isEqualTo("2026-11-30T20:00:00Z");
        assertThat(new Fault(Fault.Kind.USAGE_LIMIT, known, "resets 8pm (UTC)", null)
                        .told(now)
                        .resetAt())
                .isEqualTo(known);
        assertThat(Fault.of(Fault.Kind.SERVER_ERROR, "resets 8pm (UTC)")
                        .told(now)
                        .resetAt())
                .isNull();
    }
}
