package dev.olp.config;

import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

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
     * One set of limits. What is null is unlimited.
     *
     * @param requestsPerMinute requests begun in any minute
     * @param concurrent requests at a time
     * @param requestsPerDay in a day of {@code time_zone}
     * @param requestsPerWeek in a week from Monday
     * @param requestsPerMonth in a calendar month
     * @param tokensPerDay input and output
     * @param tokensPerMonth input and output
     * @param usdPerMonth by the prices of the models registry; a model without one costs nothing
     */
    public record LimitSet(
            int requestsPerMinute,
            int concurrent,
            @Nullable Long requestsPerDay,
            @Nullable Long requestsPerWeek,
            @Nullable Long requestsPerMonth,
            @Nullable Long tokensPerDay,
            @Nullable Long tokensPerMonth,
            @Nullable Double usdPerMonth) {
        private static final long MOST = 1_000_000_000_000L;

        public LimitSet {
            Checks.range("requestsPerMinute", requestsPerMinute, 1, 1_000_000);
            Checks.range("concurrent", concurrent, 1, 10_000);
            atLeastOne("requestsPerDay", requestsPerDay);
            atLeastOne("requestsPerWeek", requestsPerWeek);
            atLeastOne("requestsPerMonth", requestsPerMonth);
            atLeastOne("tokensPerDay", tokensPerDay);
            atLeastOne("tokensPerMonth", tokensPerMonth);
            if (usdPerMonth != null && !(usdPerMonth >= 1 && usdPerMonth <= 1_000_000)) {
                throw new InvalidSettingException("usdPerMonth", usdPerMonth, "1-1000000");
            }
        }

        /** The two that are always there. */
        public LimitSet(int requestsPerMinute, int concurrent) {
            this(requestsPerMinute, concurrent, null, null, null, null, null, null);
        }

        private static void atLeastOne(String component, @Nullable Long value) {
            if (value != null) {
                Checks.range(component, value, 1, MOST);
            }
        }
    }
}
