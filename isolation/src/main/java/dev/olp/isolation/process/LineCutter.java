package dev.olp.isolation.process;

import java.util.Arrays;

/** Cuts a stream into lines on bytes; no character is ever decoded, so none can be split. */
final class LineCutter {
    /** Gets each line, without its line end; false stops the cutting. */
    interface Lines {
        boolean take(byte[] line) throws InterruptedException;
    }

    /** What became of a chunk. */
    enum Cut {
        GO_ON,
        /** A line is longer than allowed. */
        LINE_TOO_LONG,
        /** {@link Lines#take} wants no more. */
        STOPPED
    }

    private static final int FIRST_CAPACITY = 8 << 10;

    private final int longest;
    private final Lines lines;
    private byte[] held = new byte[FIRST_CAPACITY];
    private int length;

    /** @param longest most bytes in a line, its end not counted */
    LineCutter(int longest, Lines lines) {
        this.longest = longest;
        this.lines = lines;
    }

    Cut accept(byte[] chunk, int count) throws InterruptedException {
        int from = 0;
        for (int at = 0; at < count; at++) {
            if (chunk[at] == '\n') {
                hold(chunk, from, at);
                from = at + 1;
                int end = length > 0 && held[length - 1] == '\r' ? length - 1 : length;
                if (end > longest) {
                    return Cut.LINE_TOO_LONG;
                }
                if (!lines.take(release(end))) {
                    return Cut.STOPPED;
                }
            }
        }
        hold(chunk, from, count);
        // one more than allowed may still be the \r of a line end
        return length > longest + 1L ? Cut.LINE_TOO_LONG : Cut.GO_ON;
    }

    /** The stream has ended: what has no line end is a line too. */
    Cut finish() throws InterruptedException {
        if (length > longest) {
            return Cut.LINE_TOO_LONG;
        }
        return length == 0 || lines.take(release(length)) ? Cut.GO_ON : Cut.STOPPED;
    }

    private void hold(byte[] chunk, int from, int to) {
        int more = to - from;
        if (length + more > held.length) {
            held = Arrays.copyOf(held, Math.max(length + more, (int)
                    Math.min(held.length * 2L, Integer.MAX_VALUE - 8)));
        }
        System.arraycopy(chunk, from, held, length, more);
        length += more;
    }

    private byte[] release(int end) {
        byte[] line = Arrays.copyOf(held, end);
        length = 0;
        if (held.length > FIRST_CAPACITY * 8) {
            held = new byte[FIRST_CAPACITY]; // one long line must not pin its buffer for the whole run
        }
        return line;
    }
}
