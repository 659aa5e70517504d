package dev.olp.endpoint;

import dev.olp.auth.Scope;
import dev.olp.confinement.Posture;
import dev.olp.logins.LoginSource;
import dev.olp.logins.LoginState;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.routing.HopGuard.Skip;
import dev.olp.run.Lacks;
import dev.olp.run.Proofs;
import dev.olp.run.ProviderRuntime;
import dev.olp.run.Standing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands in the way of a hop at this moment, as far as that is known without trying it. */
final class Obstacles {
    private final Map<String, ProviderRuntime> providers;
    private final Proofs proofs;
    private final LoginSource logins;
    private final Lacks lacks;
    private final HopGuard guard;

    Obstacles(
            Map<String, ProviderRuntime> providers,
            Proofs proofs,
            LoginSource logins,
            Posture posture,
            HopGuard guard) {
        this.providers = Map.copyOf(providers);
        this.proofs = proofs;
        this.logins = logins;
        this.lacks = new Lacks(providers.keySet(), posture);
        this.guard = guard;
    }

    /**
     * One reason.
     *
     * @param code {@code not_in_scope}, {@code provider_off}, {@code min_tier}, {@code proving}, {@code not_proven}, {@code
     *     login}, {@code queue_full}, or of a {@link HopGuard}
     * @param message a sentence for the owner
     * @param until when it is to end; null where that is not known
     */
    record Obstacle(String code, String message, @Nullable Instant until) {
        Obstacle(String code, String message) {
            this(code, message, null);
        }

        static Obstacle of(Skip skip) {
            return new Obstacle(skip.code(), skip.sentence(), skip.until());
        }
    }

    /** Whether the operator lets it run at all. */
    boolean isEnabled(String provider) {
        return providers.containsKey(provider);
    }

    /**
     * All of them; empty for a hop that would be tried.
     *
     * @param model the registry's id of the hop's model
     */
    List<Obstacle> of(Hop hop, String model, Scope scope) {
        List<Obstacle> found = new ArrayList<>();
        if (!scope.allows(hop.provider(), model)) {
            found.add(new Obstacle("not_in_scope", "the key may not use it"));
        }
        lacks.of(hop, scope.insistsOn()).map(Obstacle::of).ifPresent(found::add);
        ProviderRuntime runtime = providers.get(hop.provider());
        if (runtime == null) {
            return found;
        }
        Standing standing = proofs.standing(hop.provider());
        switch (standing.state()) {
            case PROVING -> found.add(new Obstacle("proving", "its CLI is still being looked at and attacked"));
            case OFF -> found.add(new Obstacle("not_proven", standing.reason().orElse("it may not serve")));
            case READY -> {}
        }
        LoginState login = logins.state(hop.provider(), hop.account());
        if (login.problem() != null) {
            found.add(new Obstacle("login", login.problem() + ": " + login.remedy()));
        }
        if (runtime.slots().isFull(hop.account())) {
            found.add(new Obstacle("queue_full", "all its places and its queue are taken"));
        }
        guard.look(hop).map(Obstacle::of).ifPresent(found::add);
        return found;
    }
}
