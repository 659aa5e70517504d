package dev.olp.features.quota;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** What providers' replies say of a plan. */
public final class PlanHeaders {
    public static final String UNIFIED = "anthropic-ratelimit-unified-";

    private PlanHeaders() {}

    public static Map<String, String> claude(double fiveHours, double sevenDays, Instant reset) {
        String seconds = Long.toString(reset.getEpochSecond());
        Map<String, String> headers = new HashMap<>();
        headers.put(UNIFIED + "status", "allowed");
        headers.put(UNIFIED + "reset", seconds);
        headers.put(UNIFIED + "representative-claim", "five_hour");
        headers.put(UNIFIED + "5h-status", "allowed");
        headers.put(UNIFIED + "5h-utilization", Double.toString(fiveHours));
        headers.put(UNIFIED + "5h-reset", seconds);
        headers.put(UNIFIED + "7d-utilization", Double.toString(sevenDays));
        headers.put(UNIFIED + "7d-reset", seconds);
        headers.put(UNIFIED + "overage-status", "rejected");
        headers.put(UNIFIED + "overage-disabled-reason", "org_level_disabled");
        return headers;
    }

    public static Map<String, String> codex(double fiveHourPercent, double weeklyPercent, Instant reset) {
        String seconds = Long.toString(reset.getEpochSecond());
        return Map.of(
                "x-codex-primary-used-percent",
                Double.toString(fiveHourPercent),
                "x-codex-primary-window-minutes",
                "300",
                "x-codex-primary-reset-at",
                seconds,
                "x-codex-secondary-used-percent",
                Double.toString(weeklyPercent),
                "x-codex-secondary-window-minutes",
                "10080",
                "x-codex-secondary-reset-at",
                seconds);
    }
}
