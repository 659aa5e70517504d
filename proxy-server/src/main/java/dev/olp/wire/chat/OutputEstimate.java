package dev.olp.wire.chat;

/**
 * Tokens of a text where no provider counts them. Four characters of Latin script make a token, two of other alphabets
 * (Cyrillic, Greek, Arabic, Hebrew, Indic …), one of Han, Kana, Hangul and emoji. Within about a third of the vendors'
 * counts for prose; code has more tokens than this says.
 */
public final class OutputEstimate {
    /** Parts of a token that weights are counted in. */
    static final int UNIT = 4;

    private OutputEstimate() {}

    /** The estimate, rounded up; 0 only for no text. */
    public static long tokens(String text) {
        return tokens(quarters(text));
    }

    /** The same of a text in pieces, from the sum of their quarters. */
    public static long tokens(long quarters) {
        return (quarters + UNIT - 1) / UNIT;
    }

    /** Weight of a text in quarters of a token. */
    public static long quarters(String text) {
        return text.codePoints().mapToLong(OutputEstimate::weight).sum();
    }

    /** Weight of one code point in quarters of a token. */
    static int weight(int codePoint) {
        if (codePoint < 0x250) {
            return 1;
        }
        boolean dense = (codePoint >= 0x1100 && codePoint <= 0x11FF)
                || (codePoint >= 0x2E80 && codePoint <= 0xD7FF)
                || (codePoint >= 0xF900 && codePoint <= 0xFAFF)
                || (codePoint >= 0xFF00 && codePoint <= 0xFFEF)
                || codePoint >= 0x10000;
        return dense ? UNIT : UNIT / 2;
    }
}
