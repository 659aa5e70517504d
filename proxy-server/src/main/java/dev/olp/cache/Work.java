package dev.olp.cache;

import dev.olp.http.ClientGone;
import dev.olp.run.AnswerListener;
import dev.olp.run.Cancellation;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.RunEnd;
import dev.olp.run.RunTrace;
import dev.olp.run.Silence;

/** Gets one request answered by its providers. */
@FunctionalInterface
public interface Work {
    /** As {@link dev.olp.run.Engine#run}, with the rest of it known. */
    RunEnd run(AnswerListener listener, Cancellation cancellation, Silence silence, RunTrace trace)
            throws Cancelled, ClientGone, InterruptedException;
}
