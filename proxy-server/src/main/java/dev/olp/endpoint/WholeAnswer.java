package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.ApiError;
import org.jspecify.annotations.Nullable;

/** One JSON body at the end. Until then the client has seen no content, so any hop may still be replaced. */
final class WholeAnswer implements Answer {
    private final WholeReply reply;
    private final Renderer renderer;
    private final Runnable onFirstContent;
    private final BeforeLastByte beforeLastByte;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final GatheredCalls calls = new GatheredCalls();
    private @Nullable String stop;
    private boolean started;

    WholeAnswer(WholeReply reply, Renderer renderer, Runnable onFirstContent, BeforeLastByte beforeLastByte) {
        this.reply = reply;
        this.renderer = renderer;
        this.onFirstContent = onFirstContent;
        this.beforeLastByte = beforeLastByte;
    }

    @Override
    public void serving(Hop hop) {
        text.setLength(0);
        reasoning.setLength(0);
        calls.clear();
        stop = null;
    }

    @Override
    public Wish event(ChatEvent event) {
        switch (event) {
            case ChatEvent.TextDelta delta -> {
                noteStart();
                text.append(delta.text());
            }
            case ChatEvent.ReasoningDelta delta -> {
                noteStart();
                reasoning.append(delta.text());
            }
            case ChatEvent.ToolCallStart call -> {
                noteStart();
                calls.begin(call);
            }
            case ChatEvent.ToolCallDelta delta -> calls.add(delta);
            case ChatEvent.StopMet met -> stop = met.stop();
            case ChatEvent.UsageReport _, ChatEvent.RateLimitReport _ -> {
                // not for the client
            }
        }
        return Wish.MORE;
    }

    private void noteStart() {
        if (!started) {
            started = true;
            onFirstContent.run();
        }
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) throws ClientGone, InterruptedException {
        beforeLastByte.run();
        renderer.reply(
                reply,
                new AnswerContent(
                        text.toString(),
                        reasoning.isEmpty() ? null : reasoning.toString(),
                        calls.whole(),
                        reason,
                        stop,
                        usage,
                        estimated));
    }

    @Override
    public void fail(ApiError error) throws ClientGone, InterruptedException {
        reply.fail(error);
    }

    @Override
    public boolean shown() {
        return false;
    }

    @Override
    public long nanosUntilDue() {
        return reply.nanosUntilDue();
    }

    @Override
    public void beatIfDue() throws ClientGone, InterruptedException {
        reply.beatIfDue();
    }

    /** Writes the reply. */
    @FunctionalInterface
    interface Renderer {
        void reply(WholeReply reply, AnswerContent answer) throws ClientGone, InterruptedException;
    }
}
