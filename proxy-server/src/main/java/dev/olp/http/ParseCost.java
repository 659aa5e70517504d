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

    static ParseCost of(byte[] body) {
        boolean wide = hasWideText(body);
        return new ParseCost((long) (wide ? WIDE : NARROW) * body.length, (wide ? 2L : 1L) * body.length);
    }

    private static boolean hasWideText(byte[] body) {
        for (int at = 0; at < body.length; at++) {
            boolean escaped = body[at] == '\\' && at + 1 < body.length && body[at + 1] == 'u';
            if (escaped || (body[at] & 0xff) >= FIRST_WIDE) {
                return true;
            }
        }
        return false;
    }
}
