package dev.olp.quota;

import dev.olp.config.SoftTriggerSettings;
import dev.olp.provider.Fault;
import dev.olp.provider.PlanWindow;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The operator's thresholds: past one, others are preferred to a hop. Shares count only while the plan's state is live;
 * what is not known triggers nothing. A plan that is spent is no business of theirs.
 */
public final class SoftTriggers implements HopGuard {
    /** As in {@code X-OLP-Fallback-Detail}. */
    private static final String CODE = "soft";

    private static final double PERCENT = 100;

    private final Map<String, SoftTriggerSettings> settings;
    private final QuotaBook quota;
    private final Clock clock;

    /** @param settings by provider */
    public SoftTriggers(Map<String, SoftTriggerSettings> settings, QuotaBook quota, Clock clock) {
        this.settings = Map.copyOf(settings);
        this.quota = quota;
        this.clock = clock;
    }

    @Override
    public Optional<Skip> look(Hop hop) {
        SoftTriggerSettings of = settings.get(hop.provider());
        if (of == null) {
            return Optional.empty();
        }
        PlanAccount account = new PlanAccount(hop.provider(), hop.account());
        return share(account, PlanWindow.FIVE_HOURS, of.fiveHourWindowPercentThreshold(), "the five-hour window")
                .or(() -> share(account, PlanWindow.SEVEN_DAYS, of.weeklyWindowPercentThreshold(), "the weekly window"))
                .or(() -> share(account, PlanWindow.OVERAGE, of.creditPercentThreshold(), "the credit beyond the plan"))
                .or(() -> requests(account, of.dailyRequestsThreshold()));
    }

    private Optional<Skip> share(PlanAccount account, PlanWindow window, @Nullable Integer threshold, String of) {
        if (threshold == null) {
            return Optional.empty();
        }
        Double share = quota.view(account).liveShare(window, clock.instant());
        if (share == null) {
            quota.probes().want(account);
        }
        // in whole percent, as the provider's own pages show it: 0.29 * 100 is 28.999…
        return share != null && Math.round(share * PERCENT) >= threshold
                ? Optional.of(skip("%d %% of %s is used (soft trigger: %d %%)"
                        .formatted(Math.round(share * PERCENT), of, threshold)))
                : Optional.empty();
    }

    private Optional<Skip> requests(PlanAccount account, @Nullable Integer threshold) {
        if (threshold == null) {
            return Optional.empty();
        }
        long today = quota.requestsToday(account);
        return today >= threshold
                ? Optional.of(skip("%d requests were sent today (soft trigger: %d)".formatted(today, threshold)))
                : Optional.empty();
    }

    private static Skip skip(String sentence) {
        return new Skip(
                CODE,
                sentence,
                new Fault(Fault.Kind.RATE_LIMIT, null, sentence, "Others are preferred while this plan is spared."));
    }
}
