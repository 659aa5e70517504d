package dev.olp.wire.chat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends a text before the first stop string that is completed, however the text is cut into deltas. What could be the
 * beginning of a stop string is held back. Of two that are completed by the same character the longer wins.
 */
public final class StopScanner {
    private final List<String> stops;
    private String held = "";
    private @Nullable String met;

    /** A scanner for up to four non-empty strings; with none everything passes. */
    public StopScanner(List<String> stops) {
        this.stops = List.copyOf(stops);
    }

    /** What of the text may be shown now; empty once {@link #stopped}. */
    public String feed(String delta) {
        if (met != null || stops.isEmpty()) {
            return met != null ? "" : delta;
        }
        String text = held + delta;
        int end = firstStop(text);
        if (end >= 0) {
            held = "";
            return text.substring(0, end);
        }
        int shown = text.length() - heldBack(text);
        held = text.substring(shown);
        return text.substring(0, shown);
    }

    /** Whether a stop string was met: the run can be ended. */
    public boolean stopped() {
        return met != null;
    }

    /** The stop string that was met; null while none was. */
    public @Nullable String met() {
        return met;
    }

    /** What was held back, at the end of the text. */
    public String flush() {
        String rest = held;
        held = "";
        return rest;
    }

    /** Start of the stop string that is completed first, which is then met; -1 for none. */
    private int firstStop(String text) {
        int start = -1;
        int end = Integer.MAX_VALUE;
        for (String stop : stops) {
            int found = text.indexOf(stop);
            int foundEnd = found + stop.length();
            if (found >= 0 && (foundEnd < end || (foundEnd == end && found < start))) {
                start = found;
                end = foundEnd;
                met = stop;
            }
        }
        return start;
    }

    /** Length of the longest end of the text that begins a stop string. */
    private int heldBack(String text) {
        int longest = 0;
        for (String stop : stops) {
            for (int length = Math.min(stop.length() - 1, text.length()); length > longest; length--) {
                if (text.regionMatches(text.length() - length, stop, 0, length)) {
                    longest = length;
                }
            }
        }
        return longest;
    }
}
