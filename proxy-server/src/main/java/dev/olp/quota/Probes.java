package dev.olp.quota;

import dev.olp.quota.QuotaView.Failure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whose state somebody wanted to know and nobody knew, and when their providers may be asked. An account is asked at most
 * once in {@link QuotaView#FRESH}; after each time that failed twice as long, up to four hours. Thread-safe.
 */
public final class Probes {
    private static final Duration LONGEST = Duration.ofHours(4);
    private static final int MOST_DOUBLINGS = 4;

    private final Clock clock;
    private final Set<PlanAccount> wanted = ConcurrentHashMap.newKeySet();
    private final Map<PlanAccount, Last> last = new ConcurrentHashMap<>();
    private final Map<PlanAccount, String> models = new ConcurrentHashMap<>();

    private record Last(Instant at, int failures, Optional<Failure> failure) {
        boolean isOver(Instant now) {
            Duration pause = QuotaView.FRESH.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
            Instant end = at.plus(pause.compareTo(LONGEST) < 0 ? pause : LONGEST);
            return now.isBefore(at) || !now.isBefore(end);
        }
    }

    Probes(Clock clock) {
        this.clock = clock;
    }

    /** Somebody would rely on the account's state, and it is not live. */
    public void want(PlanAccount account) {
        wanted.add(account);
    }

    /** Those that are wanted and may be asked; each is asked for again by whoever still wants it. */
    public List<PlanAccount> due() {
        Instant now = clock.instant();
        List<PlanAccount> due = wanted.stream()
                .filter(account ->
                        !last.containsKey(account) || last.get(account).isOver(now))
                .toList();
        wanted.clear();
        return due;
    }

    /** A request of that model was answered with the account. */
    public void served(PlanAccount account, String model) {
        models.put(account, model);
    }

    /** The last such; empty for none since the start. */
    public Optional<String> model(PlanAccount account) {
        return Optional.ofNullable(models.get(account));
    }

    /** It was asked, and answered. */
    public void answered(PlanAccount account) {
        last.put(account, new Last(clock.instant(), 0, Optional.empty()));
    }

    /** It was asked in vain. */
    public void failed(PlanAccount account, String why) {
        Instant now = clock.instant();
        Failure failure = new Failure("probe", "the provider was asked in vain: " + why, now);
        last.merge(
                account,
                new Last(now, 1, Optional.of(failure)),
                (before, first) -> new Last(now, before.failures() + 1, first.failure()));
    }

    /** Why the last time failed; empty when it did not. */
    Optional<Failure> failure(PlanAccount account) {
        return Optional.ofNullable(last.get(account)).flatMap(Last::failure);
    }
}
