package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;

/** A listener that tells, once, that a hop's answer has begun. */
final class BegunAnswer implements AnswerListener {
    private final AnswerListener listener;
    private final Runnable begun;
    private boolean told;

    BegunAnswer(AnswerListener listener, Runnable begun) {
        this.listener = listener;
        this.begun = begun;
    }

    @Override
    public void serving(Hop hop) {
        listener.serving(hop);
    }

    @Override
    public Wish event(ChatEvent event) throws ClientGone, InterruptedException {
        if (!told && isContent(event)) {
            told = true;
            begun.run();
        }
        return listener.event(event);
    }

    private static boolean isContent(ChatEvent event) {
        return switch (event) {
            case ChatEvent.TextDelta _, ChatEvent.ReasoningDelta _ -> true;
            case ChatEvent.UsageReport _, ChatEvent.RateLimitReport _ -> false;
        };
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
