package dev.olp.http;

/**
 * What a JSON body costs in heap beside its own bytes, in bytes. Java keeps a text in one byte a character while all its
 * characters are Latin-1, and in two from the first other one on; decoding works in the larger size first and trims.
 *
 * @param moment while it is parsed
 * @param kept for the texts that stay when the body itself is dropped
 */
record ParseCost(long moment, long kept) {
    /** The first byte of UTF-8 that starts a character beyond Latin-1. */
    private static final int FIRST_WIDE = 0xc4;

    /** Unescaped copy, text, and the tree around it. */
    private static final int NARROW = 3;

    /** Unescaped copy, text before and after trimming. */
    private static final int WIDE = 5;

    /** An object of one member, the dearest value for its length, takes 220 bytes for three signs of structure. */
    private static final int VALUE = 100;

    /** The reader takes no more values than this, however long the body. */
    private static final int MOST_VALUES = 250_000;

    /** Bytes are either text or structure, so of the two costs the larger one stands for both. */
    static ParseCost of(byte[] body) {
        boolean wide = false;
        int values = 0;
        for (int at = 0; at < body.length; at++) {
            byte unit = body[at];
            boolean escaped = unit == '\\' && at + 1 < body.length && body[at + 1] == 'u';
            wide |= escaped || (unit & 0xff) >= FIRST_WIDE;
            values += unit == '{' || unit == '[' || unit == ',' || unit == ':' ? 1 : 0;
        }
        long text = (long) (wide ? WIDE : NARROW) * body.length;
        long tree = (long) VALUE * Math.min(values, MOST_VALUES);
        return new ParseCost(Math.max(text, tree), (wide ? 2L : 1L) * body.length);
    }
}
