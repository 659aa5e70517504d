package dev.olp.wire;

import java.nio.charset.StandardCharsets;

/** A comment in a stream of server-sent events (WHATWG HTML, 9.2.5): every client skips it. */
public final class SseComment {
    private SseComment() {}

    /** The frame; line ends in the text become blanks. */
    public static byte[] of(String text) {
        String line = WellFormed.text(text).replace('\r', ' ').replace('\n', ' ');
        return (": " + line + "\n\n").getBytes(StandardCharsets.UTF_8);
    }
}
