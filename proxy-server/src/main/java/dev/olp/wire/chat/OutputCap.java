package dev.olp.wire.chat;

import dev.olp.wire.SurrogateJoiner;

/** Cuts a text at a number of tokens, by {@link OutputEstimate}, for CLIs that take no cap themselves. */
public final class OutputCap {
    private final SurrogateJoiner whole = new SurrogateJoiner();
    private long left;
    private boolean reached;

    /** A cap of one token or more. */
    public OutputCap(int maxTokens) {
        this.left = (long) maxTokens * OutputEstimate.UNIT;
    }

    /** What of the text still fits; empty once {@link #reached}. */
    public String feed(String delta) {
        return cut(whole.feed(delta));
    }

    /** Whether something had to be cut off: the run can be ended, with {@code length}. */
    public boolean reached() {
        return reached;
    }

    /** What was held back, at the end of the text. */
    public String flush() {
        return cut(whole.flush());
    }

    private String cut(String text) {
        if (reached) {
            return "";
        }
        int end = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            int weight = OutputEstimate.weight(point);
            if (weight > left) {
                reached = true;
                break;
            }
            left -= weight;
            end += Character.charCount(point);
        }
        return text.substring(0, end);
    }
}
