package dev.olp.fakeupstream;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Content codings of request bodies (RFC 9110 section 8.4). */
final class ContentCoding {
    private ContentCoding() {}

    static byte[] decode(String coding, byte[] body) throws IOException {
        try (InputStream plain = open(coding.toLowerCase(Locale.ROOT), new ByteArrayInputStream(body))) {
            return plain.readAllBytes();
        }
    }

    private static InputStream open(String coding, InputStream body) throws IOException {
        return switch (coding) {
            case "", "identity" -> body;
            case "gzip" -> new GZIPInputStream(body);
            case "deflate" -> new InflaterInputStream(body);
            case "zstd" -> new ZstdInputStream(body);
            default -> throw new IOException("content-encoding: " + coding + " (expected: gzip, deflate or zstd)");
        };
    }
}
