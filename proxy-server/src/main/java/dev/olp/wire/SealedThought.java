package dev.olp.wire;

import dev.olp.provider.Thought;

/**
 * Seals in the one field that a dialect has for those of its own vendor: another vendor's is marked there with its kind, so
 * that it comes back to whom it belongs.
 */
public final class SealedThought {
    private static final String MARK = "olp:";

    private SealedThought() {}

    /**
     * What the field holds.
     *
     * @param own the kind that stands there as it is
     */
    public static String carried(String own, String kind, String seal) {
        return kind.equals(own) ? seal : MARK + kind + ":" + seal;
    }

    /**
     * The thought that came back.
     *
     * @param own as it was told
     * @param text what could be read of it
     */
    public static Thought taken(String own, String text, String carried) {
        int end = carried.startsWith(MARK) ? carried.indexOf(':', MARK.length()) : -1;
        if (end > 0) {
            return new Thought(carried.substring(MARK.length(), end), text, carried.substring(end + 1));
        }
        return new Thought(carried.isEmpty() ? Thought.UNSEALED : own, text, carried);
    }
}
