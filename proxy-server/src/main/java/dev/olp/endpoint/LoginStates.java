package dev.olp.endpoint;

import dev.olp.auth.Scope;
import dev.olp.provider.Fault;
import dev.olp.routing.Hop;
import dev.olp.run.HopFailure;
import dev.olp.run.RunTrace;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What real requests showed of each provider's login; a verdict expires. */
public final class LoginStates {
    private static final Duration BELIEVED_FOR = Duration.ofHours(1);

    private final Clock clock;
    private final Map<String, Verdict> verdicts = new ConcurrentHashMap<>();

    LoginStates(Clock clock) {
        this.clock = clock;
    }

    /** Learns from a run with the default account, which is the one shown: only an answer proves a login, only a refusal by the provider disproves it. */
    void learn(RunTrace trace, boolean answered) {
        for (HopFailure failure : trace.failures()) {
            if (failure.tried() && failure.fault().kind() == Fault.Kind.LOGIN_DEAD && isShown(failure.hop())) {
                verdicts.put(failure.hop().provider(), new Verdict("expired", clock.instant()));
            }
        }
        Hop last = trace.current();
        if (answered && last != null && isShown(last)) {
            verdicts.put(last.provider(), new Verdict("valid", clock.instant()));
        }
    }

    private static boolean isShown(Hop hop) {
        return hop.account().equals(Scope.DEFAULT_ACCOUNT);
    }

    /** {@code valid}, {@code expired} or {@code unknown}. */
    String state(String provider) {
        Verdict verdict = verdicts.get(provider);
        return verdict == null || verdict.at.plus(BELIEVED_FOR).isBefore(clock.instant()) ? "unknown" : verdict.word;
    }

    private record Verdict(String word, Instant at) {}
}
