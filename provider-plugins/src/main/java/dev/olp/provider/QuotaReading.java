package dev.olp.provider;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a provider said of a plan at one moment. What it did not say is missing; nothing is guessed.
 *
 * @param representativeClaim the provider's own word for the window that decides; null when not said
 * @param overage null when nothing was said of it
 * @param drift one sentence for each thing that looks like a statement on the plan and is none that we know
 */
public record QuotaReading(
        Map<PlanWindow, Window> windows,
        @Nullable String representativeClaim,
        @Nullable Overage overage,
        List<String> drift) {
    public QuotaReading {
        windows = Map.copyOf(windows);
        drift = List.copyOf(drift);
    }

    /** Whether nothing at all was said. */
    public boolean isEmpty() {
        return windows.isEmpty() && representativeClaim == null && overage == null && drift.isEmpty();
    }

    /**
     * One window.
     *
     * @param utilization share used, from 0; more than 1 where a plan lets that happen; null when not said
     * @param resetsAt when it starts anew; null when not said
     * @param status the provider's own word: {@code allowed}, {@code allowed_warning}, {@code rejected}; null when not said
     */
    public record Window(
            @Nullable Double utilization,
            @Nullable Instant resetsAt,
            @Nullable String status) {
        public static final String REJECTED = "rejected";
    }

    /**
     * What the provider lets be used beyond the plan.
     *
     * @param status its own word; null when not said
     * @param disabledReason its own word for why not; null when not said
     */
    public record Overage(@Nullable String status, @Nullable String disabledReason) {}
}
