package dev.olp.provider;

import java.util.Arrays;
import java.util.Optional;

/** What a subscription's use is measured over. */
public enum PlanWindow {
    FIVE_HOURS("5h", "five_hour"),
    SEVEN_DAYS("7d", "seven_day"),
    /** Whichever of the others decides at the moment. */
    OVERALL("overall", "overall"),
    /** What may be used, and paid for, beyond the plan. */
    OVERAGE("overage", "overage");

    private final String label;
    private final String reported;

    PlanWindow(String label, String reported) {
        this.label = label;
        this.reported = reported;
    }

    /** As in {@code quota_v2}. */
    public String label() {
        return label;
    }

    /** As a {@link ChatEvent.RateLimitReport} names it. */
    public String reported() {
        return reported;
    }

    /** The window that a {@link ChatEvent.RateLimitReport} names; empty for one of a single model or of another length. */
    public static Optional<PlanWindow> reported(String name) {
        return Arrays.stream(values())
                .filter(window -> window.reported.equals(name))
                .findFirst();
    }
}
