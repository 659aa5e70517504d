package dev.olp.cache;

import dev.olp.http.ClientGone;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.Usage;
import dev.olp.run.AnswerListener;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A piece of a {@link Tape} that does not change any more, read from its beginning to its end by one thread. */
final class Reel {
    private final byte[] bytes;
    private final int end;
    private int at;

    Reel(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    /** Another reader of the same, from where this one is. */
    Reel again() {
        return new Reel(bytes, at, end);
    }

    /** Bytes that are left. */
    int size() {
        return end - at;
    }

    /** Tells the listener all that is left. */
    void play(AnswerListener listener) throws ClientGone, InterruptedException {
        while (hasMore()) {
            listener.event(next());
        }
    }

    boolean hasMore() {
        return at < end;
    }

    ChatEvent next() {
        int kind = bytes[at];
        int length = number(at + 1);
        int from = at + Tape.HEAD;
        boolean wide = (kind & Tape.WIDE) != 0;
        String text = wide ? wide(from, length) : new String(bytes, from, length, StandardCharsets.ISO_8859_1);
        at = from + (wide ? 2 : 1) * length;
        return switch (kind & ~Tape.WIDE) {
            case Tape.REASONING -> new ChatEvent.ReasoningDelta(text);
            case Tape.SEAL -> seal(text);
            case Tape.CALL -> call(text);
            case Tape.ARGUMENTS -> new ChatEvent.ToolCallDelta(text.charAt(0), text.substring(1));
            case Tape.USAGE -> new ChatEvent.UsageReport(usage(text));
            case Tape.STOP -> new ChatEvent.StopMet(text);
            default -> new ChatEvent.TextDelta(text);
        };
    }

    private static Usage usage(String text) {
        long[] counts =
                Stream.of(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
        return new Usage(counts[0], counts[1], counts[2], counts[3], counts[4]);
    }

    private static ChatEvent seal(String text) {
        int seal = 1 + text.charAt(0);
        return new ChatEvent.ThoughtSealed(text.substring(1, seal), text.substring(seal));
    }

    private static ChatEvent call(String text) {
        int name = 2 + text.charAt(1);
        return new ChatEvent.ToolCallStart(text.charAt(0), text.substring(2, name), text.substring(name));
    }

    private String wide(int from, int length) {
        char[] text = new char[length];
        for (int i = 0; i < length; i++) {
            text[i] = (char) (((bytes[from + 2 * i] & 0xFF) << 8) | (bytes[from + 2 * i + 1] & 0xFF));
        }
        return new String(text);
    }

    private int number(int from) {
        return ((bytes[from] & 0xFF) << 24)
                | ((bytes[from + 1] & 0xFF) << 16)
                | ((bytes[from + 2] & 0xFF) << 8)
                | (bytes[from + 3] & 0xFF);
    }
}
