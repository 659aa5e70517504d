package dev.olp.provider.anthropic;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaHeaders;
import dev.olp.provider.QuotaReading;
import dev.olp.provider.QuotaReading.Overage;
import dev.olp.provider.common.QuotaDraft;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The {@code anthropic-ratelimit-unified-*} headers that a subscription's replies carry, as claude 2.1.152 and 2.1.332
 * read them. An API key's replies have others, which say nothing of a plan.
 */
final class ClaudeQuota implements QuotaHeaders {
    private static final String UNIFIED = "anthropic-ratelimit-unified-";

    /** All names that claude knows, behind the prefix; {@code 7d_x} are windows of single models. */
    private static final Pattern KNOWN = Pattern.compile("status|reset|representative-claim|upgrade-paths"
            + "|fallback|fallback-percentage"
            + "|(5h|7d|7d_[a-z]+)-(status|utilization|reset|surpassed-threshold)"
            + "|overage-(status|utilization|reset|surpassed-threshold|disabled-reason|in-use|scope|group|period"
            + "|period-channel-utilization|period-monthly-utilization|daily-cap-paused)"
            + "|grace-(5h-utilization|7d-utilization|status)"
            + "|slow-(budget-reset|budget-utilization|max-wait|offer|retry-after|status)");

    @Override
    public QuotaReading read(Map<String, String> headers) {
        QuotaDraft draft = new QuotaDraft(headers);
        for (String name : headers.keySet()) {
            if (name.startsWith(UNIFIED)
                    && !KNOWN.matcher(name.substring(UNIFIED.length())).matches()) {
                draft.drift(name, "no such header");
            }
        }
        draft.window(PlanWindow.OVERALL, null, draft.time(UNIFIED + "reset"), draft.word(UNIFIED + "status"));
        window(draft, PlanWindow.FIVE_HOURS, UNIFIED + "5h-");
        window(draft, PlanWindow.SEVEN_DAYS, UNIFIED + "7d-");
        window(draft, PlanWindow.OVERAGE, UNIFIED + "overage-");
        String status = draft.word(UNIFIED + "overage-status");
        String reason = draft.word(UNIFIED + "overage-disabled-reason");
        return draft.reading(
                draft.word(UNIFIED + "representative-claim"),
                status == null && reason == null ? null : new Overage(status, reason));
    }

    private static void window(QuotaDraft draft, PlanWindow window, String prefix) {
        draft.window(
                window,
                draft.share(prefix + "utilization", 1),
                draft.time(prefix + "reset"),
                draft.word(prefix + "status"));
    }
}
