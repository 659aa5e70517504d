package dev.olp.quota;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading.Overage;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What of a plan's state holds at one moment. A window that started anew since it was told is not in it: others may
 * have used it already, so that it is unknown, not empty.
 *
 * @param source who told last; null when unknown
 * @param observedAt when; null when unknown
 * @param representativeClaim the provider's own word; null when unknown
 * @param failure what keeps us from knowing more; null for nothing
 */
public record QuotaView(
        PlanAccount account,
        QuotaStatus status,
        @Nullable QuotaSource source,
        @Nullable Instant observedAt,
        Map<PlanWindow, SeenWindow> windows,
        @Nullable String representativeClaim,
        @Nullable Overage overage,
        @Nullable Failure failure) {
    /**
     * How long a reading is relied on: a twentieth of the shortest window. OLP's own traffic renews it with every reply;
     * what others do with the same plan is what goes unseen meanwhile.
     */
    public static final Duration FRESH = Duration.ofMinutes(15);

    private static final String DRIFT = "drift";

    public QuotaView {
        windows = Map.copyOf(windows);
    }

    /**
     * Why not more is known.
     *
     * @param code {@code drift}, {@code unavailable} or {@code probe}
     * @param message for the operator
     * @param at since when; null when it was always so
     */
    public record Failure(
            String code, String message, @Nullable Instant at) {}

    static QuotaView of(QuotaState state, Instant now) {
        Map<PlanWindow, SeenWindow> open = new EnumMap<>(PlanWindow.class);
        state.windows().forEach((window, seen) -> {
            if (!seen.isOver(window, now)) {
                open.put(window, seen);
            }
        });
        Failure failure = state.drift().isEmpty()
                ? null
                : new Failure(
                        DRIFT,
                        "the provider's headers have changed: " + String.join("; ", state.drift()),
                        state.driftAt());
        Instant observed = state.observedAt();
        if (open.isEmpty() || observed == null) {
            return new QuotaView(state.account(), QuotaStatus.UNKNOWN, null, null, Map.of(), null, null, failure);
        }
        boolean fresh = isFresh(observed, now)
                && open.values().stream()
                        .allMatch(seen -> seen.told().utilization() == null || isFresh(seen.at(), now));
        return new QuotaView(
                state.account(),
                fresh ? QuotaStatus.LIVE : QuotaStatus.STALE,
                state.source(),
                observed,
                open,
                state.representativeClaim(),
                state.overage(),
                failure);
    }

    /** Of a login that nobody can tell of. */
    public static QuotaView unavailable(PlanAccount account, String why) {
        return new QuotaView(
                account,
                QuotaStatus.UNAVAILABLE,
                null,
                null,
                Map.of(),
                null,
                null,
                new Failure("unavailable", why, null));
    }

    /** With that failure, if it has none. */
    QuotaView orElse(Optional<Failure> other) {
        return failure != null || other.isEmpty()
                ? this
                : new QuotaView(
                        account, status, source, observedAt, windows, representativeClaim, overage, other.get());
    }

    /** Whether the provider's headers have changed. */
    public boolean drifts() {
        return failure != null && failure.code().equals(DRIFT);
    }

    /** The share used, if it is known and was told lately. */
    public @Nullable Double liveShare(PlanWindow window, Instant now) {
        SeenWindow seen = windows.get(window);
        return seen != null && isFresh(seen.at(), now) ? seen.told().utilization() : null;
    }

    /** Whichever way a clock was set meanwhile. */
    private static boolean isFresh(Instant at, Instant now) {
        return Duration.between(at, now).abs().compareTo(FRESH) <= 0;
    }
}
