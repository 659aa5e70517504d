package dev.olp.endpoint;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.routing.Hop;
import dev.olp.run.AnswerListener;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Cuts out of an answer what its client asked to be cut out, so that whoever hears it needs no filter. */
final class Cutting implements AnswerListener {
    private final Function<Hop, TextFilter> filters;
    private final AnswerListener listener;
    private @Nullable TextFilter filter;
    private boolean called;
    private boolean stopTold;

    /** @param filters one for each hop */
    Cutting(Function<Hop, TextFilter> filters, AnswerListener listener) {
        this.filters = filters;
        this.listener = listener;
    }

    @Override
    public void serving(Hop hop) {
        filter = filters.apply(hop);
        called = false;
        stopTold = false;
        listener.serving(hop);
    }

    @Override
    public Wish event(ChatEvent event) throws ClientGone, InterruptedException {
        if (!(event instanceof ChatEvent.TextDelta delta)) {
            if (event instanceof ChatEvent.ToolCallStart && filter != null) {
                called = true;
                show(filter.flush()); // no stop string spans a call
            }
            return listener.event(event);
        }
        if (filter == null) {
            throw new IllegalStateException("text before a hop was named");
        }
        TextFilter.Filtered filtered = filter.feed(delta.text());
        show(filtered.shown());
        tellStop(filter);
        return filtered.wish();
    }

    private void tellStop(TextFilter done) throws ClientGone, InterruptedException {
        String stop = done.stop();
        if (stop != null && !stopTold) {
            stopTold = true;
            listener.event(new ChatEvent.StopMet(stop));
        }
    }

    private void show(String text) throws ClientGone, InterruptedException {
        if (!text.isEmpty()) {
            listener.event(new ChatEvent.TextDelta(text));
        }
    }

    @Override
    public void finished(FinishReason reason, Usage usage, boolean estimated) throws ClientGone, InterruptedException {
        if (filter != null) {
            show(filter.flush());
            tellStop(filter);
        }
        // a stop string after a call ends the answer, and the call waits for its result all the same
        listener.finished(called && reason == FinishReason.STOP ? FinishReason.TOOL_CALLS : reason, usage, estimated);
    }

    @Override
    public boolean shown() {
        return listener.shown();
    }
}
