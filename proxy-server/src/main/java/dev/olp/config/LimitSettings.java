package dev.olp.config;

import java.time.DateTimeException;
import java.time.ZoneId;

/**
 * {@code limits}.
 *
 * @param timeZone where days, weeks and months begin; an IANA name
 * @param defaults the key "default": what holds for a key without limits of its own
 * @param anonymous what holds for all requests without a key together
 */
public record LimitSettings(String timeZone, @Key("default") LimitSet defaults, LimitSet anonymous) {
    public static final LimitSettings DEFAULTS = new LimitSettings("UTC", new LimitSet(60, 4), new LimitSet(6, 1));

    public LimitSettings {
        try {
            ZoneId.of(timeZone);
        } catch (DateTimeException unknown) {
            throw new InvalidSettingException("timeZone", timeZone, "a time zone such as UTC or Europe/Berlin");
        }
    }

    /**
     * One set of limits.
     *
     * @param requestsPerMinute requests begun in any minute
     * @param concurrent requests at a time
     */
    public record LimitSet(int requestsPerMinute, int concurrent) {
        public LimitSet {
            Checks.range("requestsPerMinute", requestsPerMinute, 1, 1_000_000);
            Checks.range("concurrent", concurrent, 1, 10_000);
        }
    }
}
