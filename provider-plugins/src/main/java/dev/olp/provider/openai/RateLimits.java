package dev.olp.provider.openai;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.PlanWindow;
import dev.olp.provider.common.JsonFields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The plan's windows as {@code account/rateLimits/updated} tells them. */
final class RateLimits {
    private static final int FIVE_HOURS = 300;
    private static final int SEVEN_DAYS = 10_080;
    /** Minutes; codex allows as many when it names a window. */
    private static final int ROUNDING = 3;

    private static final double FULL_PERCENT = 100;

    private RateLimits() {}

    /** Reports for the primary and the secondary window, where given. */
    static List<ChatEvent.RateLimitReport> read(JsonNode rateLimits) {
        List<ChatEvent.RateLimitReport> reports = new ArrayList<>();
        String status = JsonFields.text(rateLimits, "rateLimitReachedType");
        for (String name : List.of("primary", "secondary")) {
            JsonNode window = rateLimits.path(name);
            if (window.isObject()) {
                reports.add(report(name, window, status));
            }
        }
        return reports;
    }

    /** When the last of the spent windows starts anew; null when none is known to be spent. */
    static @Nullable Instant resetOfSpent(List<ChatEvent.RateLimitReport> reports) {
        Instant latest = null;
        for (ChatEvent.RateLimitReport report : reports) {
            Double utilization = report.utilization();
            Instant resetsAt = report.resetsAt();
            boolean spent = utilization != null && utilization >= 1;
            if (spent && resetsAt != null && (latest == null || resetsAt.isAfter(latest))) {
                latest = resetsAt;
            }
        }
        return latest;
    }

    private static ChatEvent.RateLimitReport report(String name, JsonNode window, @Nullable String status) {
        JsonNode used = window.path("usedPercent");
        long resetsAt = JsonFields.number(window, "resetsAt", 0);
        return new ChatEvent.RateLimitReport(
                windowName(name, JsonFields.number(window, "windowDurationMins", 0)),
                status,
                used.isNumber() ? used.asDouble() / FULL_PERCENT : null,
                resetsAt > 0 ? Instant.ofEpochSecond(resetsAt) : null);
    }

    /** The names that other adapters use too; else the window's length, or its place when that is unknown. */
    private static String windowName(String place, long minutes) {
        if (minutes <= 0) {
            return place;
        }
        PlanWindow known = window(minutes);
        return known == null ? minutes + "_minute" : known.reported();
    }

    /** The window of that length, to within the minutes that the provider rounds by; null for another. */
    static @Nullable PlanWindow window(long minutes) {
        if (Math.abs(minutes - FIVE_HOURS) <= ROUNDING) {
            return PlanWindow.FIVE_HOURS;
        }
        return Math.abs(minutes - SEVEN_DAYS) <= ROUNDING ? PlanWindow.SEVEN_DAYS : null;
    }
}
