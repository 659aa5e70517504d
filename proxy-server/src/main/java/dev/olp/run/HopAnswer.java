package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.PlanNews;
import dev.olp.routing.Hop;
import dev.olp.routing.HopOutcomes;

/** Passes one hop's answer on, and tells, once, that it has begun, and what the CLI reports of its plan. */
final class HopAnswer implements AnswerListener {
    private final AnswerListener listener;
    private final Hop hop;
    private final HopOutcomes outcomes;
    private final PlanNews quota;
    private boolean begun;

    HopAnswer(AnswerListener listener, Hop hop, HopOutcomes outcomes, PlanNews quota) {
        this.listener = listener;
        this.hop = hop;
        this.outcomes = outcomes;
        this.quota = quota;
    }

    @Override
    public void serving(Hop served) {
        listener.serving(served);
    }

    @Override
    public Wish event(ChatEvent event) throws ClientGone, InterruptedException {
        switch (event) {
            case ChatEvent.TextDelta _,
                    ChatEvent.ReasoningDelta _,
                    ChatEvent.ThoughtSealed _,
                    ChatEvent.ToolCallStart _,
                    ChatEvent.ToolCallDelta _ -> begin();
            case ChatEvent.RateLimitReport report ->
                quota.reported(new PlanAccount(hop.provider(), hop.account()), report);
            case ChatEvent.UsageReport _, ChatEvent.StopMet _ -> {}
        }
        return listener.event(event);
    }

    private void begin() {
        if (!begun) {
            begun = true;
            outcomes.answering(hop);
        }
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) throws ClientGone, InterruptedException {
        listener.finished(reason, usage, estimated);
    }

    @Override
    public boolean shown() {
        return listener.shown();
    }
}
