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
     * @param listener is given the answer, on the calling thread
     * @param cancellation ends it early
     * @param silence is looked after while nothing comes
     * @param trace is kept up to date, so that it can be read at any end
     */
    RunEnd run(
            RunRequest request,
            List<Hop> hops,
            AnswerListener listener,
            Cancellation cancellation,
            Silence silence,
            RunTrace trace)
            throws Cancelled, ClientGone, InterruptedException;
}
