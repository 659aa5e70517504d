package dev.olp.config;

import org.jspecify.annotations.Nullable;

/**
 * {@code routing.soft_triggers.<provider>}: when others are preferred. Each null for never.
 *
 * @param fiveHourWindowPercentThreshold once this share of the five-hour window is used
 * @param weeklyWindowPercentThreshold once this share of the weekly window is used
 * @param dailyRequestsThreshold once so many requests were sent with the login today
 * @param creditPercentThreshold once this share of what may be used beyond the plan is used
 */
public record SoftTriggerSettings(
        @Nullable Integer fiveHourWindowPercentThreshold,
        @Nullable Integer weeklyWindowPercentThreshold,
        @Nullable Integer dailyRequestsThreshold,
        @Nullable Integer creditPercentThreshold) {
    public static final SoftTriggerSettings DEFAULTS = new SoftTriggerSettings(null, null, null, null);

    private static final int MOST_REQUESTS = 1_000_000;

    public SoftTriggerSettings {
        check("fiveHourWindowPercentThreshold", fiveHourWindowPercentThreshold, 100);
        check("weeklyWindowPercentThreshold", weeklyWindowPercentThreshold, 100);
        check("dailyRequestsThreshold", dailyRequestsThreshold, MOST_REQUESTS);
        check("creditPercentThreshold", creditPercentThreshold, 100);
    }

    private static void check(String name, @Nullable Integer value, int most) {
        if (value != null) {
            Checks.range(name, value, 1, most);
        }
    }
}
