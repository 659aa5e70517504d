package dev.olp.provider.openai;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaHeaders;
import dev.olp.provider.QuotaReading;
import dev.olp.provider.common.QuotaDraft;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The {@code x-codex-primary-*} and {@code x-codex-secondary-*} headers that a ChatGPT plan's replies carry, as codex
 * 0.133.0 and 0.171.0 read them. Other {@code x-codex-*} headers are of other matters.
 */
final class CodexQuota implements QuotaHeaders {
    private static final String PREFIX = "x-codex-";
    private static final double FULL_PERCENT = 100;

    /** What has to do with a plan, behind the prefix, and of that what codex knows. */
    private static final Pattern OF_THE_PLAN = Pattern.compile("(primary|secondary|credits)-.*");

    private static final Pattern KNOWN = Pattern.compile("(primary|secondary)-(used-percent|window-minutes|reset-at"
            + "|reset-after-seconds|over-secondary-limit-percent)"
            + "|credits-(has-credits|unlimited|balance)");

    @Override
    public QuotaReading read(Map<String, String> headers) {
        QuotaDraft draft = new QuotaDraft(headers);
        for (String name : headers.keySet()) {
            String rest = name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : "";
            if (OF_THE_PLAN.matcher(rest).matches() && !KNOWN.matcher(rest).matches()) {
                draft.drift(name, "no such header");
            }
        }
        for (String place : List.of("primary", "secondary")) {
            window(draft, headers, PREFIX + place + "-");
        }
        return draft.reading(draft.word(PREFIX + "rate-limit-reached-type"), null);
    }

    private static void window(QuotaDraft draft, Map<String, String> headers, String prefix) {
        String used = prefix + "used-percent";
        String length = prefix + "window-minutes";
        if (!headers.containsKey(used)) {
            return;
        }
        Long minutes = draft.whole(length);
        PlanWindow window = minutes == null ? null : RateLimits.window(minutes);
        if (window != null) {
            draft.window(window, draft.share(used, FULL_PERCENT), draft.time(prefix + "reset-at"), null);
        } else if (minutes == null || minutes > 0) {
            // with no length at all codex shows no window either
            draft.drift(length, "300 or 10080");
        }
    }
}
