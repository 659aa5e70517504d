package dev.olp.wire;

/** Text that can be written as UTF-8. */
public final class WellFormed {
    private static final char REPLACEMENT = '\uFFFD';

    private WellFormed() {}

    /** The text with each lone surrogate replaced by U+FFFD; the same object when there is none. */
    public static String text(String text) {
        int lone = firstLone(text, 0);
        if (lone < 0) {
            return text;
        }
        StringBuilder mended = new StringBuilder(text);
        while (lone >= 0) {
            mended.setCharAt(lone, REPLACEMENT);
            lone = firstLone(text, lone + 1);
        }
        return mended.toString();
    }

    private static int firstLone(String text, int from) {
        int i = from;
        while (i < text.length()) {
            char unit = text.charAt(i);
            if (!Character.isSurrogate(unit)) {
                i++;
            } else if (Character.isHighSurrogate(unit)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                i += 2;
            } else {
                return i;
            }
        }
        return -1;
    }
}
