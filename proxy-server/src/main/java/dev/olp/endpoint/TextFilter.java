package dev.olp.endpoint;

import dev.olp.run.AnswerListener.Wish;
import dev.olp.wire.chat.OutputCap;
import dev.olp.wire.chat.StopScanner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the client asked to be cut out of a text stream: stop strings, and the cap where a CLI has none. */
final class TextFilter {
    private final StopScanner stops;
    private final @Nullable OutputCap cap;

    /**
     * Makes the filter of one hop.
     *
     * @param maxTokens cap to be kept here by estimate; null when the CLI keeps it, or there is none
     */
    TextFilter(List<String> stops, @Nullable Integer maxTokens) {
        this.stops = new StopScanner(stops);
        this.cap = maxTokens == null ? null : new OutputCap(maxTokens);
    }

    /** Takes a delta. */
    Filtered feed(String delta) {
        String capped = cap == null ? delta : cap.feed(delta);
        String shown = stops.feed(capped);
        if (stops.stopped()) {
            return new Filtered(shown, Wish.STOP_HERE);
        }
        if (cap != null && cap.reached()) {
            return new Filtered(shown + stops.flush(), Wish.CUT_HERE);
        }
        return new Filtered(shown, Wish.MORE);
    }

    /** What was held back, at the end of an answer. */
    String flush() {
        if (stops.stopped()) {
            return "";
        }
        String rest = cap == null ? "" : stops.feed(cap.flush());
        return stops.stopped() ? rest : rest + stops.flush();
    }

    /** The stop string that ended the text; null for none. */
    @Nullable
    String stop() {
        return stops.met();
    }

    /** What may be shown of a delta, possibly nothing, and what follows from it. */
    record Filtered(String shown, Wish wish) {}
}
