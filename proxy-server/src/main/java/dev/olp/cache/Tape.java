package dev.olp.cache;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.Usage;
import java.util.Arrays;

/**
 * The events of an answer in order, packed while it comes: for each a byte of its kind, its length in characters (four
 * bytes), and the characters, one byte each or two. Halves of surrogate pairs are kept as they came. Bytes that somebody
 * may read are never written again.
 */
final class Tape {
    static final int REASONING = 1;
    static final int WIDE = 2;
    /** The call's index and the length of its id, a character each; the id; the name. */
    static final int CALL = 4;
    /** The call's index, a character; more of its arguments. */
    static final int ARGUMENTS = 8;
    /** The stop string that ended the text. */
    static final int STOP = 16;
    /** The usage so far, its counts in decimal with a blank between. */
    static final int USAGE = 32;

    /** The length of a seal's kind, a character; the kind; the seal. */
    static final int SEAL = 64;

    static final int HEAD = 1 + Integer.BYTES;
    private static final int FIRST = 1024;

    private byte[] bytes = new byte[FIRST];
    private int end;
    private long dropped;

    /** Adds what belongs to the answer; what is said of the run is dropped. */
    void add(ChatEvent event) {
        switch (event) {
            case ChatEvent.TextDelta delta -> add(0, delta.text());
            case ChatEvent.ReasoningDelta delta -> add(REASONING, delta.text());
            case ChatEvent.ThoughtSealed(String kind, String seal) -> add(SEAL, (char) kind.length() + kind + seal);
            case ChatEvent.ToolCallStart(int index, String id, String name) ->
                add(CALL, "" + (char) index + (char) id.length() + id + name);
            case ChatEvent.ToolCallDelta(int index, String arguments) -> add(ARGUMENTS, (char) index + arguments);
            case ChatEvent.StopMet(String stop) -> add(STOP, stop);
            case ChatEvent.UsageReport(Usage usage) -> add(USAGE, counts(usage));
            case ChatEvent.RateLimitReport _ -> {
                // of the run, not of the answer
            }
        }
    }

    private static String counts(Usage usage) {
        return usage.inputTokens() + " " + usage.cachedInputTokens() + " " + usage.cacheWriteTokens() + " "
                + usage.outputTokens() + " " + usage.reasoningTokens();
    }

    private void add(int kind, String text) {
        boolean wide = isWide(text);
        int size = HEAD + (wide ? 2 : 1) * text.length();
        if (end + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end + size, 2 * bytes.length));
        }
        bytes[end] = (byte) (kind | (wide ? WIDE : 0));
        number(end + 1, text.length());
        int at = end + HEAD;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (wide) {
                bytes[at++] = (byte) (unit >> 8);
            }
            bytes[at++] = (byte) unit;
        }
        end += size;
    }

    private void number(int at, int number) {
        bytes[at] = (byte) (number >> 24);
        bytes[at + 1] = (byte) (number >> 16);
        bytes[at + 2] = (byte) (number >> 8);
        bytes[at + 3] = (byte) number;
    }

    private static boolean isWide(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return true;
            }
        }
        return false;
    }

    /** Forgets all of it: another hop begins anew. */
    void clear() {
        bytes = new byte[FIRST];
        end = 0;
        dropped = 0;
    }

    /** Forgets what is before a place. */
    void drop(long before) {
        int gone = Math.toIntExact(before - dropped);
        bytes = Arrays.copyOfRange(bytes, gone, Math.max(end, gone + FIRST));
        end -= gone;
        dropped = before;
    }

    /** The place behind all that was added, in bytes from the beginning. */
    long end() {
        return dropped + end;
    }

    /** The first place that is not forgotten. */
    long start() {
        return dropped;
    }

    /** Bytes of memory. */
    int capacity() {
        return bytes.length;
    }

    /** All that is there from a place on. */
    Reel from(long place) {
        return new Reel(bytes, Math.toIntExact(place - dropped), end);
    }

    /** A copy of all of it without the room to grow. */
    Reel cut() {
        return new Reel(Arrays.copyOf(bytes, end), 0, end);
    }
}
