package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.limits.Limiter;
import dev.olp.limits.Reservation;
import dev.olp.limits.Spent;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.AnswerListener;
import dev.olp.run.RunTrace;
import java.util.function.Supplier;

/**
 * A request's place within its key's limits. Settled before the last byte of an answer goes out, so that whoever has read
 * it may ask again; else when closed: by what was measured where a child was started, or given back.
 */
final class Allowance implements AutoCloseable {
    private final Limiter limiter;
    private final Costs costs;
    private final Reservation reservation;
    private final Supplier<RunTrace> trace;
    private boolean ended;

    Allowance(Limiter limiter, Costs costs, Reservation reservation, Supplier<RunTrace> trace) {
        this.limiter = limiter;
        this.costs = costs;
        this.reservation = reservation;
        this.trace = trace;
    }

    /** The listener, with the request settled before the end of its answer. */
    AnswerListener settling(AnswerListener listener) {
        return new AnswerListener() {
            @Override
            public void serving(Hop hop) {
                listener.serving(hop);
            }

            @Override
            public Wish event(ChatEvent event) throws ClientGone, InterruptedException {
                return listener.event(event);
            }

            @Override
            public void finished(FinishReason reason, Usage usage, boolean estimated)
                    throws ClientGone, InterruptedException {
                trace.get().finished(reason);
                end(true, false);
                listener.finished(reason, usage, estimated);
            }

            @Override
            public boolean shown() {
                return listener.shown();
            }
        };
    }

    /** No hop answered, by no fault of the caller: unless a child was started, the minute forgets the request too. */
    void unanswered() {
        end(false, true);
    }

    @Override
    public void close() {
        end(false, false);
    }

    /** What is answered by the cache or by another's run counts as a request too, broken off or not. */
    private void end(boolean answered, boolean noFaultOfTheCaller) {
        if (ended) {
            return;
        }
        ended = true;
        RunTrace run = trace.get();
        if (answered || run.spawnNanos() != null || (run.isRecalled() && !noFaultOfTheCaller)) {
            limiter.settle(reservation, spent(run));
        } else {
            limiter.release(reservation, noFaultOfTheCaller);
        }
    }

    private Spent spent(RunTrace run) {
        long tokens = 0;
        for (RunTrace.Attempted each : run.attempts()) {
            tokens += each.meter().current().totalTokens();
        }
        Long cost = costs.micros(run);
        return new Spent(tokens, cost == null ? 0 : cost);
    }
}
