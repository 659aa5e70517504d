package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.http.ResponseSink;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.wire.ApiError;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One JSON body at the end. Until then the client has seen nothing, so any hop may still be replaced. */
final class WholeAnswer implements Answer {
    private final ResponseSink sink;
    private final Renderer renderer;
    private final Function<Hop, TextFilter> filters;
    private final Runnable onFirstContent;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private @Nullable TextFilter filter;
    private boolean started;

    WholeAnswer(ResponseSink sink, Renderer renderer, Function<Hop, TextFilter> filters, Runnable onFirstContent) {
        this.sink = sink;
        this.renderer = renderer;
        this.filters = filters;
        this.onFirstContent = onFirstContent;
    }

    @Override
    public void serving(Hop hop) {
        text.setLength(0);
        reasoning.setLength(0);
        filter = filters.apply(hop);
    }

    @Override
    public Wish event(ChatEvent event) {
        return switch (event) {
            case ChatEvent.TextDelta delta -> {
                noteStart();
                if (filter == null) {
                    throw new IllegalStateException("text before a hop was named");
                }
                TextFilter.Filtered filtered = filter.feed(delta.text());
                text.append(filtered.shown());
                yield filtered.wish();
            }
            case ChatEvent.ReasoningDelta delta -> {
                noteStart();
                reasoning.append(delta.text());
                yield Wish.MORE;
            }
            case ChatEvent.UsageReport _, ChatEvent.RateLimitReport _ -> Wish.MORE;
        };
    }

    private void noteStart() {
        if (!started) {
            started = true;
            onFirstContent.run();
        }
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) throws ClientGone {
        if (filter != null) {
            text.append(filter.flush());
        }
        renderer.reply(
                sink, text.toString(), reasoning.isEmpty() ? null : reasoning.toString(), reason, usage, estimated);
    }

    @Override
    public void fail(ApiError error) throws ClientGone {
        sink.fail(error);
    }

    @Override
    public boolean shown() {
        return false;
    }

    @Override
    public long nanosUntilDue() {
        return Long.MAX_VALUE;
    }

    @Override
    public void beatIfDue() {
        // a whole reply has no place for a heartbeat
    }

    /** Writes the reply. */
    @FunctionalInterface
    interface Renderer {
        void reply(
                ResponseSink sink,
                String text,
                @Nullable String reasoning,
                FinishReason reason,
                Usage usage,
                boolean estimated)
                throws ClientGone;
    }
}
