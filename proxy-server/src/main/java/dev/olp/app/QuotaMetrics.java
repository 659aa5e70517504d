package dev.olp.app;

import dev.olp.metrics.Metrics;
import dev.olp.provider.PlanWindow;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaBook;
import dev.olp.quota.QuotaStatus;
import dev.olp.quota.QuotaView;
import dev.olp.quota.SeenWindow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What is known of the plans, as metrics; a value that is not known has no sample. The accounts are the operator's own. */
final class QuotaMetrics {
    private static final List<String> OF_A_PLAN = List.of(Metrics.PROVIDER, "account");
    private static final List<String> OF_A_WINDOW = List.of(Metrics.PROVIDER, "account", "window");

    private QuotaMetrics() {}

    static void add(Metrics metrics, QuotaBook quota) {
        metrics.gauges(
                "olp_quota_utilization_ratio",
                "Share used of a plan's window, as it was last told.",
                OF_A_WINDOW,
                () -> windows(quota, seen -> seen.told().utilization()));
        metrics.gauges(
                "olp_quota_reset_timestamp_seconds",
                "When a plan's window starts anew, in Unix time.",
                OF_A_WINDOW,
                () -> windows(quota, seen -> seconds(seen.told().resetsAt())));
        metrics.gauges(
                "olp_quota_observed_timestamp_seconds",
                "When a plan's window was last told, in Unix time.",
                OF_A_WINDOW,
                () -> windows(quota, seen -> seconds(seen.at())));
        metrics.gauges(
                "olp_quota_live",
                "1 for a plan whose state is relied on, 0 for one that is stale or unknown.",
                OF_A_PLAN,
                () -> plans(quota, view -> view.status() == QuotaStatus.LIVE));
        metrics.gauges(
                "olp_quota_drift",
                "1 while the provider's headers have changed from what we know.",
                OF_A_PLAN,
                () -> plans(quota, view -> view.drifts()));
    }

    private static Map<List<String>, Double> plans(QuotaBook quota, Predicate<QuotaView> is) {
        Map<List<String>, Double> values = new HashMap<>();
        for (QuotaView view : quota.views()) {
            PlanAccount account = view.account();
            values.put(List.of(account.provider(), account.account()), is.test(view) ? 1.0 : 0.0);
        }
        return values;
    }

    private static Map<List<String>, Double> windows(QuotaBook quota, Function<SeenWindow, @Nullable Double> value) {
        Map<List<String>, Double> values = new HashMap<>();
        for (QuotaView view : quota.views()) {
            for (Map.Entry<PlanWindow, SeenWindow> each : view.windows().entrySet()) {
                Double known = value.apply(each.getValue());
                if (known != null) {
                    PlanAccount account = view.account();
                    values.put(
                            List.of(
                                    account.provider(),
                                    account.account(),
                                    each.getKey().label()),
                            known);
                }
            }
        }
        return values;
    }

    private static @Nullable Double seconds(@Nullable Instant time) {
        return time == null ? null : (double) time.getEpochSecond();
    }
}
