package dev.olp.endpoint;

import dev.olp.provider.Fault;
import dev.olp.run.HopFailure;
import dev.olp.run.RunTrace;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What real requests showed of each provider's login; a verdict expires. */
final class LoginStates {
    private static final Duration BELIEVED_FOR = Duration.ofHours(1);

    private final Clock clock;
    private final Map<String, Verdict> verdicts = new ConcurrentHashMap<>();

    LoginStates(Clock clock) {
        this.clock = clock;
    }

    /** Learns from a run: only an answer proves a login, only a refusal by the provider disproves it. */
    void learn(RunTrace trace, boolean answered) {
        for (HopFailure failure : trace.failures()) {
            if (failure.fault().kind() == Fault.Kind.LOGIN_DEAD) {
                verdicts.put(failure.hop().provider(), new Verdict("expired", clock.instant()));
            }
        }
        if (answered && trace.current() != null) {
            verdicts.put(trace.current().provider(), new Verdict("valid", clock.instant()));
        }
    }

    /** {@code valid}, {@code expired} or {@code unknown}. */
    String state(String provider) {
        Verdict verdict = verdicts.get(provider);
        return verdict == null || verdict.at.plus(BELIEVED_FOR).isBefore(clock.instant()) ? "unknown" : verdict.word;
    }

    private record Verdict(String word, Instant at) {}
}
