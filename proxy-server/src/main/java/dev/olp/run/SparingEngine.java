package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.routing.Hop;
import dev.olp.routing.Sparing;
import dev.olp.run.Cancellation.Cancelled;
import java.util.List;

/** Has the hops tried in the order of {@link Sparing}. */
public final class SparingEngine implements Engine {
    private final Engine engine;
    private final Sparing sparing;

    public SparingEngine(Engine engine, Sparing sparing) {
        this.engine = engine;
        this.sparing = sparing;
    }

    @Override
    public RunEnd run(RunRequest request, List<Hop> hops, Client client)
            throws Cancelled, ClientGone, InterruptedException {
        Sparing.Order order = sparing.order(hops);
        order.spared().forEach((hop, skip) -> client.trace().failed(HopFailure.spared(hop, skip)));
        return engine.run(request, order.hops(), client);
    }
}
