package dev.olp.quota;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading.Window;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A window as it was told.
 *
 * @param at when that was
 */
public record SeenWindow(Window told, Instant at) {
    private static final Duration FIVE_HOURS = Duration.ofHours(5);
    private static final Duration SEVEN_DAYS = Duration.ofDays(7);

    /** Whether it has started anew since, so that nothing is known of it any more; where no reset was told, after its length. */
    boolean isOver(PlanWindow window, Instant now) {
        Instant reset = told.resetsAt();
        Instant end = reset != null ? reset : at.plus(window == PlanWindow.SEVEN_DAYS ? SEVEN_DAYS : FIVE_HOURS);
        return !end.isAfter(now);
    }

    /** Within one window use only grows: a reading that leaves the share out takes nothing back. */
    SeenWindow followedBy(PlanWindow window, Window next, Instant now) {
        Double share = told.utilization();
        boolean kept = share != null && next.utilization() == null && isSame(window, next.resetsAt(), now);
        return kept
                ? new SeenWindow(
                        new Window(share, next.resetsAt() == null ? told.resetsAt() : next.resetsAt(), next.status()),
                        at)
                : new SeenWindow(next, now);
    }

    private boolean isSame(PlanWindow window, @Nullable Instant reset, Instant now) {
        return !isOver(window, now) && (reset == null || reset.equals(told.resetsAt()));
    }
}
