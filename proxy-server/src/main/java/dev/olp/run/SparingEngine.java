package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.run.Cancellation.Cancelled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prefers the hops that nothing speaks against: the others come after them, in the chain's order, so that a hop that is
 * to be spared still answers when nobody else does. Where all are to be spared the chain stays as it is.
 */
public final class SparingEngine implements Engine {
    private final Engine engine;
    private final HopGuard sparing;

    /** @param sparing what speaks against a hop; only looked at */
    public SparingEngine(Engine engine, HopGuard sparing) {
        this.engine = engine;
        this.sparing = sparing;
    }

    @Override
    public RunEnd run(
            RunRequest request,
            List<Hop> hops,
            AnswerListener listener,
            Cancellation cancellation,
            Silence silence,
            RunTrace trace)
            throws Cancelled, ClientGone, InterruptedException {
        List<Hop> preferred = new ArrayList<>();
        List<Hop> spared = new ArrayList<>();
        List<HopFailure> reasons = new ArrayList<>();
        for (Hop hop : hops) {
            Optional<HopGuard.Skip> why = hops.size() == 1 ? Optional.empty() : sparing.look(hop);
            why.ifPresentOrElse(
                    skip -> {
                        spared.add(hop);
                        reasons.add(HopFailure.of(hop, skip));
                    },
                    () -> preferred.add(hop));
        }
        List<Hop> ordered = new ArrayList<>(preferred);
        ordered.addAll(spared);
        if (!preferred.isEmpty() && !ordered.equals(hops)) {
            reasons.forEach(trace::failed);
            return engine.run(request, ordered, listener, cancellation, silence, trace);
        }
        return engine.run(request, hops, listener, cancellation, silence, trace);
    }
}
