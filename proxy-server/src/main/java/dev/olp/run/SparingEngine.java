package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard;
import dev.olp.run.Cancellation.Cancelled;
import java.util.ArrayList;
import java.util.List;

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
    public RunEnd run(RunRequest request, List<Hop> hops, Client client)
            throws Cancelled, ClientGone, InterruptedException {
        List<Hop> ordered = new ArrayList<>();
        List<HopFailure> spared = new ArrayList<>();
        for (Hop hop : hops) {
            sparing.look(hop).ifPresentOrElse(skip -> spared.add(HopFailure.of(hop, skip)), () -> ordered.add(hop));
        }
        spared.forEach(each -> ordered.add(each.hop()));
        if (!ordered.equals(hops)) {
            spared.forEach(client.trace()::failed);
        }
        return engine.run(request, ordered, client);
    }
}
