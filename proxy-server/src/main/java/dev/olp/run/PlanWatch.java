package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaBook;
import dev.olp.routing.Hop;
import dev.olp.run.Cancellation.Cancelled;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Passes everything on, and tells what the CLIs report of their plans. */
public final class PlanWatch implements Engine {
    private final Engine engine;
    private final QuotaBook quota;

    public PlanWatch(Engine engine, QuotaBook quota) {
        this.engine = engine;
        this.quota = quota;
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
        return engine.run(request, hops, new Watched(listener), cancellation, silence, trace);
    }

    private final class Watched implements AnswerListener {
        private final AnswerListener listener;
        private @Nullable PlanAccount account;

        Watched(AnswerListener listener) {
            this.listener = listener;
        }

        @Override
        public void serving(Hop hop) {
            account = new PlanAccount(hop.provider(), hop.account());
            listener.serving(hop);
        }

        @Override
        public Wish event(ChatEvent event) throws ClientGone, InterruptedException {
            PlanAccount known = account;
            if (event instanceof ChatEvent.RateLimitReport report && known != null) {
                quota.reported(known, report);
            }
            return listener.event(event);
        }

        @Override
        public void finished(FinishReason reason, Usage usage, boolean estimated)
                throws ClientGone, InterruptedException {
            listener.finished(reason, usage, estimated);
        }

        @Override
        public boolean shown() {
            return listener.shown();
        }
    }
}
