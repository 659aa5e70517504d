package dev.olp.wire;

/**
 * Makes pieces of a text safe to send one by one: a high surrogate at the end of a piece waits for the next, and only
 * one that really stands alone becomes U+FFFD.
 */
public final class SurrogateJoiner {
    private String held = "";

    /** What may be sent now; possibly empty. */
    public String feed(String piece) {
        String text = held.isEmpty() ? piece : held + piece;
        int end = text.length();
        if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        held = text.substring(end);
        return WellFormed.text(text.substring(0, end));
    }

    /** What is left at the end of the text. */
    public String flush() {
        String rest = WellFormed.text(held);
        held = "";
        return rest;
    }
}
