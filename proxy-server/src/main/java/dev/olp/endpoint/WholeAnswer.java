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
    private final GatheredContent content = new GatheredContent();
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
        content.clear();
        stop = null;
    }

    @Override
    public Wish event(ChatEvent event) {
        switch (event) {
            case ChatEvent.TextDelta delta -> {
                noteStart();
                content.say(delta.text());
            }
            case ChatEvent.ReasoningDelta delta -> {
                noteStart();
                content.think(delta.text());
            }
            case ChatEvent.ThoughtSealed thought -> {
                noteStart();
                content.seal(thought);
            }
            case ChatEvent.ToolCallStart call -> {
                noteStart();
                content.begin(call);
            }
            case ChatEvent.ToolCallDelta delta -> content.add(delta);
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
        renderer.reply(reply, new AnswerContent(content.whole(), reason, stop, usage, estimated));
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
