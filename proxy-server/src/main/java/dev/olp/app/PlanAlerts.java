package dev.olp.app;

import dev.olp.alerts.Alert.Event;
import dev.olp.alerts.Alerts;
import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading.Window;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaView;
import dev.olp.quota.SeenWindow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells, once for each window, that an account's plan is nearly spent, or spent. What is not known lately tells nothing. */
record PlanAlerts(Alerts alerts) {
    private static final double PERCENT = 100;

    /** Resets are told to the second, and not always the same one. */
    private static final Duration SLACK = Duration.ofMinutes(1);

    private static final Duration UNKNOWN_RESET = Duration.ofHours(5);

    /** @param threshold percent of a window; null for only what is spent */
    void look(List<QuotaView> views, @Nullable Integer threshold, Instant now) {
        for (QuotaView view : views) {
            view.windows().forEach((window, seen) -> {
                Double share = view.liveShare(window, now);
                long percent = share == null ? 0 : Math.round(share * PERCENT);
                boolean refused = window == PlanWindow.OVERALL
                        && Window.REJECTED.equals(seen.told().status());
                if (refused || (percent >= PERCENT && window != PlanWindow.OVERAGE)) {
                    spent(view.account(), seen.told().resetsAt(), now);
                } else if (threshold != null && percent >= threshold) {
                    nearlySpent(view.account(), window, seen, percent, now);
                }
            });
        }
    }

    /** @param reset null when nobody told it */
    void spent(PlanAccount account, @Nullable Instant reset, Instant now) {
        String until = reset == null ? "" : " until " + reset;
        alerts.raise(
                Event.USAGE_LIMIT_REACHED,
                subject(account),
                "",
                reset == null ? now.plus(Duration.ofHours(1)) : end(reset, now),
                "the plan's window of %s (account %s) is spent%s"
                        .formatted(account.provider(), account.account(), until));
    }

    private void nearlySpent(PlanAccount account, PlanWindow window, SeenWindow seen, long percent, Instant now) {
        Instant reset = seen.told().resetsAt();
        alerts.raise(
                Event.PLAN_NEARLY_SPENT,
                subject(account),
                window.label(),
                end(reset, now),
                "%d %% of %s of %s (account %s) is used%s"
                        .formatted(
                                percent,
                                name(window),
                                account.provider(),
                                account.account(),
                                reset == null ? "" : "; it starts anew at " + reset.truncatedTo(ChronoUnit.SECONDS)));
    }

    private static String name(PlanWindow window) {
        return switch (window) {
            case FIVE_HOURS -> "the five-hour window";
            case SEVEN_DAYS -> "the weekly window";
            case OVERAGE -> "the credit beyond the plan";
            case OVERALL -> "the plan";
        };
    }

    private static Instant end(@Nullable Instant reset, Instant now) {
        return reset == null || !reset.isAfter(now) ? now.plus(UNKNOWN_RESET) : reset.plus(SLACK);
    }

    private static String subject(PlanAccount account) {
        return account.provider() + "/" + account.account();
    }
}
