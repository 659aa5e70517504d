package dev.olp.fakeupstream;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Words and JSON strings of the fake's answers. */
final class Text {
    static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";
    static final String THOUGHT = "Let me think about it.";
    private static final int DELTA = 9;
    private static final int LONG_DELTA = 200;
    private static final int LONG = 200_000;
    private static final JsonMapper JSON = JsonMapper.shared();

    private Text() {}

    /** A JSON string literal. */
    static String quote(String text) {
        return JSON.writeValueAsString(text);
    }

    /** Pieces of about nine characters, never within a surrogate pair; longer ones for a long text. */
    static List<String> deltas(String text) {
        int size = text.length() > 10_000 ? LONG_DELTA : DELTA;
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + size);
            if (Character.isHighSurrogate(text.charAt(to - 1)) && to < text.length()) {
                to++;
            }
            pieces.add(text.substring(from, to));
            from = to;
        }
        return pieces;
    }

    static String longAnswer() {
        String line = "The quick brown fox jumps over the lazy dog. ";
        return line.repeat(LONG / line.length() + 1).substring(0, LONG);
    }
}
