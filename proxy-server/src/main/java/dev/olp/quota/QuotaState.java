package dev.olp.quota;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading;
import dev.olp.provider.QuotaReading.Overage;
import dev.olp.provider.QuotaReading.Window;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All that was told of one plan, as it was told; {@link QuotaView} says what of it still holds.
 *
 * @param source who told last; null when nobody did
 * @param observedAt when; null when nobody did
 * @param representativeClaim the provider's own word for the window that decides
 * @param drift what looked like a statement on the plan and was none that we know; empty once that is over
 * @param driftAt when it was seen; null without drift
 * @param requests how often it was tried on the last day that it was; null for never
 * @param login a mark of the login that it is of; null for one that was kept without
 */
public record QuotaState(
        PlanAccount account,
        @Nullable QuotaSource source,
        @Nullable Instant observedAt,
        Map<PlanWindow, SeenWindow> windows,
        @Nullable String representativeClaim,
        @Nullable Overage overage,
        List<String> drift,
        @Nullable Instant driftAt,
        @Nullable DayCount requests,
        @Nullable String login) {
    public QuotaState {
        windows = Map.copyOf(windows);
        drift = List.copyOf(drift);
    }

    /** Before anything is told. */
    public static QuotaState nothing(PlanAccount account, String login) {
        return new QuotaState(account, null, null, Map.of(), null, null, List.of(), null, null, login);
    }

    /** What of it holds for that login: all, or nothing where it was told of another one. */
    QuotaState of(String now) {
        if (login != null) {
            return login.equals(now) ? this : nothing(account, now);
        }
        return new QuotaState(
                account, source, observedAt, windows, representativeClaim, overage, drift, driftAt, requests, now);
    }

    /** With one more reading; only headers can take a drift back, since only they have one. */
    QuotaState with(QuotaReading reading, QuotaSource from, Instant now) {
        boolean told = !reading.windows().isEmpty();
        boolean headers = from == QuotaSource.GATEWAY_HEADERS || from == QuotaSource.PROBE;
        Map<PlanWindow, SeenWindow> seen = new EnumMap<>(PlanWindow.class);
        seen.putAll(windows);
        reading.windows().forEach((window, next) -> {
            SeenWindow before = seen.get(window);
            seen.put(window, before == null ? new SeenWindow(next, now) : before.followedBy(window, next, now));
        });
        return new QuotaState(
                account,
                told ? from : source,
                told ? now : observedAt,
                seen,
                headers && told ? reading.representativeClaim() : representativeClaim,
                headers && told ? reading.overage() : overage,
                headers ? reading.drift() : drift,
                headers ? driftSince(reading.drift(), now) : driftAt,
                requests,
                login);
    }

    private @Nullable Instant driftSince(List<String> next, Instant now) {
        if (next.isEmpty()) {
            return null;
        }
        return driftAt != null && names(next).equals(names(drift)) ? driftAt : now;
    }

    /** Of the headers, without the values that they had. */
    static Set<String> names(List<String> drift) {
        return drift.stream().map(line -> line.substring(0, line.indexOf(':'))).collect(Collectors.toSet());
    }

    /** The provider has answered, so that its plan is not spent, whatever was told before. */
    QuotaState answered() {
        SeenWindow overall = windows.get(PlanWindow.OVERALL);
        if (overall == null || !Window.REJECTED.equals(overall.told().status())) {
            return this;
        }
        Map<PlanWindow, SeenWindow> left = new EnumMap<>(windows);
        left.remove(PlanWindow.OVERALL);
        return new QuotaState(
                account, source, observedAt, left, representativeClaim, overage, drift, driftAt, requests, login);
    }

    /** With one more try. */
    QuotaState tried(LocalDate today) {
        return new QuotaState(
                account,
                source,
                observedAt,
                windows,
                representativeClaim,
                overage,
                drift,
                driftAt,
                DayCount.next(requests, today),
                login);
    }
}
