package dev.olp.cache;

import dev.olp.wire.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** Fields one after the other, each behind its length: no two sequences of fields give the same bytes. For one use. */
final class KeyDigest {
    private static final int NOTHING = -1;

    private final MessageDigest sha256 = Sha256.digest();
    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);

    /** A text without lone surrogates; null is another value than the empty one. */
    KeyDigest text(@Nullable String text) {
        if (text == null) {
            return count(NOTHING);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        count(bytes.length);
        sha256.update(bytes);
        return this;
    }

    /** A number, or how many fields follow. */
    KeyDigest count(int number) {
        length.clear().putInt(number);
        sha256.update(length.array());
        return this;
    }

    CacheKey end() {
        ByteBuffer sum = ByteBuffer.wrap(sha256.digest());
        return new CacheKey(sum.getLong(), sum.getLong(), sum.getLong(), sum.getLong());
    }
}
