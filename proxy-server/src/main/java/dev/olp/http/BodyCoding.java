package dev.olp.http;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The content codings of request bodies (RFC 9110, 8.4.1; zstd: RFC 8878). Read through an {@link InputStream} that
 * inflates no further than it is read, which is what makes the cap on inflated bytes hold. One coding only: stacked
 * ones are 415, since no client sends them and each would multiply the work of a bomb.
 */
enum BodyCoding {
    IDENTITY,
    GZIP,
    DEFLATE,
    ZSTD;

    /** RFC 8878, 3.1.1.1.2 recommends to support windows of 8 MiB and no more; the window is native memory. */
    private static final int ZSTD_WINDOW_LOG = 23;

    private static final int BUFFER = 8 * 1024;

    /** The one coding that the header values name; 415 {@code unsupported_encoding} for any other. */
    static BodyCoding of(List<String> contentEncoding) throws ApiException {
        List<String> named = contentEncoding.stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty() && !name.equals("identity"))
                .toList();
        if (named.isEmpty()) {
            return IDENTITY;
        }
        if (named.size() == 1) {
            switch (named.getFirst()) {
                case "gzip", "x-gzip" -> {
                    return GZIP;
                }
                case "deflate" -> {
                    return DEFLATE;
                }
                case "zstd" -> {
                    return ZSTD;
                }
                default -> {
                    // falls to the refusal
                }
            }
        }
        throw new ApiException(ApiError.of(
                        415,
                        "unsupported_encoding",
                        "Send the body plain or with one Content-Encoding: gzip, deflate or zstd.")
                .withHeader("accept-encoding", "gzip, deflate, zstd"));
    }

    /** A stream of the decoded bytes; any damage is an {@link IOException}. */
    InputStream decode(InputStream raw) throws IOException {
        return switch (this) {
            case IDENTITY -> raw;
            case GZIP -> new Gzip(raw);
            case DEFLATE -> deflate(raw);
            case ZSTD -> new ZstdInputStreamNoFinalizer(raw).setLongMax(ZSTD_WINDOW_LOG);
        };
    }

    /** "deflate" is zlib by the RFC, but bare deflate by some clients; the two-byte zlib header tells. */
    private static InputStream deflate(InputStream raw) throws IOException {
        PushbackInputStream start = new PushbackInputStream(raw, 2);
        byte[] header = start.readNBytes(2);
        start.unread(header);
        boolean zlib = header.length == 2
                && (header[0] & 0x0f) == 8
                && ((header[0] & 0xff) * 256 + (header[1] & 0xff)) % 31 == 0;
        return new Deflate(start, new Inflater(!zlib));
    }

    /** Refuses bytes after the last member, which the JDK ignores. */
    private static final class Gzip extends GZIPInputStream {
        private static final int TRAILER = 8;
        private final InputStream raw;

        Gzip(InputStream raw) throws IOException {
            super(raw, BUFFER);
            this.raw = raw;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = super.read(target, offset, length);
            if (count < 0 && (inf.getRemaining() > TRAILER || raw.read() >= 0)) {
                throw new IOException("bytes after the end of the gzip body");
            }
            return count;
        }
    }

    /** Frees the native inflater, which the JDK's class leaves to its maker. */
    private static final class Deflate extends InflaterInputStream {
        Deflate(InputStream raw, Inflater inflater) {
            super(raw, inflater, BUFFER);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = super.read(target, offset, length);
            if (count < 0 && (inf.getRemaining() > 0 || in.read() >= 0)) {
                throw new IOException("bytes after the end of the deflated body");
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            super.close();
            inf.end();
        }
    }
}
