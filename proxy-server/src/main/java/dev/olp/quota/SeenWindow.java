package dev.olp.quota;

import dev.olp.provider.QuotaReading.Window;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A window as it was told.
 *
 * @param at when that was
 */
public record SeenWindow(Window told, Instant at) {
    /** Whether it has started anew since, so that nothing is known of it any more. */
    boolean isOver(Instant now) {
        Instant reset = told.resetsAt();
        return reset != null && !reset.isAfter(now);
    }

    /** Within one window use only grows: a reading that leaves the share out takes nothing back. */
    SeenWindow followedBy(Window next, Instant now) {
        Double share = told.utilization();
        boolean kept = share != null && next.utilization() == null && isSame(next.resetsAt(), now);
        return kept
                ? new SeenWindow(
                        new Window(share, next.resetsAt() == null ? told.resetsAt() : next.resetsAt(), next.status()),
                        at)
                : new SeenWindow(next, now);
    }

    private boolean isSame(@Nullable Instant reset, Instant now) {
        return !isOver(now) && (reset == null || reset.equals(told.resetsAt()));
    }
}
