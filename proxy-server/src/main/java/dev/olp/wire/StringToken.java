package dev.olp.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JsonParser;

/**
 * The text of a string token. Jackson gathers a string in two-byte units and joins them twice: a prompt of 12 MiB would
 * take 48 MB for a moment, half of a small machine's heap. Long strings are therefore decoded straight from the body;
 * Jackson still checks them, when it skips over the token.
 */
final class StringToken {
    /** Bytes from which the detour pays. */
    static final int LONG = 32 * 1024;

    private static final byte[] REPLACEMENT = "\uFFFD".getBytes(StandardCharsets.UTF_8);

    private final byte[] source;
    private final byte[] utf8;
    private int next;
    private int length;

    private StringToken(byte[] source, int from, int to) {
        this.source = source;
        this.next = from;
        // an escape is never shorter than the bytes it stands for
        this.utf8 = new byte[to - from];
    }

    /**
     * The current VALUE_STRING token.
     *
     * @param origin where in the body the parser began
     */
    static String read(JsonParser parser, byte[] body, int origin) {
        long start = origin + parser.currentTokenLocation().getByteOffset();
        if (start < origin || start >= body.length || body[(int) start] != '"') {
            return parser.getString();
        }
        int from = (int) start + 1;
        int to = end(body, from);
        return to - from < LONG ? parser.getString() : decode(body, from, to);
    }

    /**
     * Decodes what stands between the quotes. Never throws: what is not valid JSON gives some text, and the parser's
     * own error comes with its next token.
     */
    static String decode(byte[] body, int from, int to) {
        for (int i = from; i < to; i++) {
            if (body[i] == '\\') {
                return new StringToken(body, from, to).unescaped(to);
            }
        }
        return new String(body, from, to - from, StandardCharsets.UTF_8);
    }

    /** Index of the closing quote; the end of the body when there is none. */
    private static int end(byte[] body, int from) {
        int i = from;
        while (i < body.length && body[i] != '"') {
            i += body[i] == '\\' ? 2 : 1;
        }
        return Math.min(i, body.length);
    }

    private String unescaped(int to) {
        while (next < to) {
            byte unit = source[next++];
            if (unit != '\\' || next == to) {
                utf8[length++] = unit;
                continue;
            }
            byte escape = source[next++];
            switch (escape) {
                case 'n' -> utf8[length++] = '\n';
                case 't' -> utf8[length++] = '\t';
                case 'r' -> utf8[length++] = '\r';
                case 'b' -> utf8[length++] = '\b';
                case 'f' -> utf8[length++] = '\f';
                case 'u' -> codePoint(to);
                default -> utf8[length++] = escape;
            }
        }
        return new String(utf8, 0, length, StandardCharsets.UTF_8);
    }

    private void codePoint(int to) {
        int unit = hex(to);
        if (unit < 0) {
            return;
        }
        int point = unit;
        if (Character.isHighSurrogate((char) unit)
                && next + 1 < to
                && source[next] == '\\'
                && source[next + 1] == 'u') {
            int back = next;
            next += 2;
            int low = hex(to);
            if (low >= 0 && Character.isLowSurrogate((char) low)) {
                point = Character.toCodePoint((char) unit, (char) low);
            } else {
                next = back;
            }
        }
        boolean lone = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        append(lone ? REPLACEMENT : Character.toString(point).getBytes(StandardCharsets.UTF_8));
    }

    private void append(byte[] bytes) {
        System.arraycopy(bytes, 0, utf8, length, bytes.length);
        length += bytes.length;
    }

    /** Four hex digits; -1, and at the end, when they are not there. */
    private int hex(int to) {
        if (next + 4 > to) {
            next = to;
            return -1;
        }
        int value = 0;
        for (byte digit : Arrays.copyOfRange(source, next, next + 4)) {
            value = (value << 4) | (Character.digit(digit, 16) & 0xF);
        }
        next += 4;
        return value;
    }
}
