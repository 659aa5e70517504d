package dev.olp.provider.openai;

/** Text that UTF-8 can carry. */
final class WellFormed {
    private static final char REPLACEMENT = '�';

    private WellFormed() {}

    /** The text with each half of a surrogate pair that stands alone replaced by U+FFFD; JSON may carry such halves. */
    static String text(String text) {
        int broken = firstBroken(text, 0);
        if (broken == text.length()) {
            return text;
        }
        StringBuilder whole = new StringBuilder(text);
        while (broken < text.length()) {
            whole.setCharAt(broken, REPLACEMENT);
            broken = firstBroken(text, broken + 1);
        }
        return whole.toString();
    }

    private static int firstBroken(String text, int from) {
        int at = from;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                return at;
            }
            at += Character.charCount(point);
        }
        return at;
    }
}
