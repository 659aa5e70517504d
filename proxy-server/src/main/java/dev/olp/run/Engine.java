package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.routing.Hop;
import dev.olp.run.Cancellation.Cancelled;
import java.util.List;

/** Port: gets a request answered. */
@FunctionalInterface
public interface Engine {
    /**
     * Runs over the hops until one answers, one breaks off in the client's sight, or none is left.
     *
     * @param hops at least one, the wanted one first
     */
    RunEnd run(RunRequest request, List<Hop> hops, Client client) throws Cancelled, ClientGone, InterruptedException;
}
