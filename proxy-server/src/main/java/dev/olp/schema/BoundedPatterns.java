package dev.olp.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.util.regex.Pattern;

/** Regular expressions that read a text so often together and no more: some take for ever on some texts. One thread. */
final class BoundedPatterns implements RegularExpressionFactory {
    /** Characters read by all matches; about a tenth of a second. */
    static final int MAX_READS = 5_000_000;

    private int reads;

    /** The reads are used up, or the stack. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Exhausted() {
            super("a pattern takes too long", null, false, false);
        }
    }

    @Override
    public RegularExpression getRegularExpression(String regex) {
        Pattern pattern = Pattern.compile(regex);
        return text -> {
            try {
                return pattern.matcher(new Counted(text)).find();
            } catch (StackOverflowError e) { // a group goes a level deeper each time round
                throw new Exhausted();
            }
        };
    }

    /** Counts what is read of it. */
    private final class Counted implements CharSequence {
        private final CharSequence text;

        Counted(CharSequence text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++reads > MAX_READS) {
                throw new Exhausted();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(text.subSequence(start, end));
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
