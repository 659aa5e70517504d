package dev.olp.store.sqlite;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fields as bytes, in one form only, so that no two lists of fields look alike: per field a kind, then for a number eight
 * bytes, for text (UTF-8) and bytes four bytes of length and the content. Numbers are big endian. For one thread.
 */
final class CanonicalFields {
    private static final byte NOTHING = 0;
    private static final byte NUMBER = 1;
    private static final byte TEXT = 2;
    private static final byte BYTES = 3;

    private ByteBuffer buffer = ByteBuffer.allocate(1024);

    /** @param value null, a whole number, a string or bytes */
    CanonicalFields add(@Nullable Object value) {
        switch (value) {
            case null -> room(1).put(NOTHING);
            case Long number -> room(9).put(NUMBER).putLong(number);
            case Integer number -> room(9).put(NUMBER).putLong(number);
            case String text -> put(TEXT, text.getBytes(StandardCharsets.UTF_8));
            case byte[] bytes -> put(BYTES, bytes);
            default -> throw new IllegalArgumentException("no canonical form of " + value.getClass());
        }
        return this;
    }

    /** What was added since the last call. */
    byte[] drain() {
        byte[] bytes = Arrays.copyOf(buffer.array(), buffer.position());
        buffer.clear();
        return bytes;
    }

    private void put(byte kind, byte[] content) {
        room(5 + content.length).put(kind).putInt(content.length).put(content);
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            ByteBuffer larger = ByteBuffer.allocate(Math.max(2 * buffer.capacity(), buffer.position() + bytes));
            buffer = larger.put(buffer.flip());
        }
        return buffer;
    }
}
