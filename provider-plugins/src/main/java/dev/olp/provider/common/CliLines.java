package dev.olp.provider.common;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads the JSON objects out of a CLI's stdout, whatever banners, colours or line ends stand around them. */
public final class CliLines {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int ESCAPE = 0x1b;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private CliLines() {}

    /**
     * The line as a JSON object; a byte order mark and terminal colours around it are skipped.
     *
     * @param line UTF-8, with or without a carriage return at its end
     * @return null when the line is anything but one JSON object
     */
    public static @Nullable ObjectNode object(byte[] line) {
        int start = objectStart(line);
        if (start < 0) {
            return null;
        }
        int end = objectEnd(line, start);
        try {
            return MAPPER.readTree(line, start, end - start) instanceof ObjectNode object ? object : null;
        } catch (JacksonException broken) {
            return null;
        }
    }

    /** The JSON object in a text that is nothing else; null when it is anything else. */
    public static @Nullable ObjectNode object(String text) {
        return object(text.getBytes(StandardCharsets.UTF_8));
    }

    private static int objectStart(byte[] line) {
        int at = 0;
        while (at < line.length) {
            int next = skipOne(line, at);
            if (next == at) {
                return line[at] == '{' ? at : -1;
            }
            at = next;
        }
        return -1;
    }

    /** The index behind one blank, byte order mark or terminal sequence at {@code at}; {@code at} when there is none. */
    private static int skipOne(byte[] line, int at) {
        byte here = line[at];
        if (here == ' ' || here == '\t' || here == '\r') {
            return at + 1;
        }
        if (here == BYTE_ORDER_MARK[0]
                && at + 2 < line.length
                && line[at + 1] == BYTE_ORDER_MARK[1]
                && line[at + 2] == BYTE_ORDER_MARK[2]) {
            return at + BYTE_ORDER_MARK.length;
        }
        if (here == ESCAPE && at + 1 < line.length && line[at + 1] == '[') {
            int end = at + 2;
            while (end < line.length && (line[end] < '@' || line[end] > '~')) {
                end++;
            }
            return Math.min(end + 1, line.length);
        }
        return at;
    }

    /** Behind the last closing brace, when only terminal sequences and blanks follow it; else the line's end. */
    private static int objectEnd(byte[] line, int start) {
        int close = line.length - 1;
        while (close > start && line[close] != '}') {
            close--;
        }
        int at = close + 1;
        while (at < line.length) {
            int next = skipOne(line, at);
            if (next == at) {
                return line.length;
            }
            at = next;
        }
        return close + 1;
    }
}
