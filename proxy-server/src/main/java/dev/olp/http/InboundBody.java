package dev.olp.http;

import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and inflates a body within the cap and the byte budget.
 *
 * <p>Reserved is twice the body's length while it is read and parsed, since it is there twice for a moment: as pieces and
 * joined, or as bytes and as text. A declared length is reserved before a byte is read. A body without one, or a
 * compressed one, reserves what is usual for its kind, and the most that it could become if it turns out larger. After
 * parsing, what the texts take stays reserved until {@link #close}.
 */
final class InboundBody implements RequestBody {
    private static final int TWICE = 2;

    /** JSON seldom shrinks to less than an eighth. */
    private static final int USUAL_RATIO = 8;

    private static final int USUAL_UNDECLARED = 256 * 1024;
    private static final int FIRST_PIECE = 4 * 1024;
    private static final int LARGEST_PIECE = 256 * 1024;

    private final BodyInput raw;
    private final List<String> contentEncoding;
    private final long declaredLength;
    private final int cap;
    private final ByteBudget budget;
    private final ByteBudget work;
    private ByteBudget.@Nullable Reservation reservation;
    private boolean closed;

    /** @param declaredLength Content-Length, or -1 */
    InboundBody(
            BodyInput raw,
            List<String> contentEncoding,
            long declaredLength,
            int cap,
            ByteBudget budget,
            ByteBudget work) {
        this.raw = raw;
        this.contentEncoding = contentEncoding;
        this.declaredLength = declaredLength;
        this.cap = cap;
        this.budget = budget;
        this.work = work;
    }

    @Override
    public byte[] read() throws ApiException, ClientGone, InterruptedException {
        BodyCoding coding = BodyCoding.of(contentEncoding);
        if (declaredLength > cap) {
            throw tooLarge();
        }
        boolean lengthKnown = coding == BodyCoding.IDENTITY && declaredLength >= 0;
        long expected = lengthKnown ? declaredLength : usualLength();
        ByteBudget.Reservation held = budget.reserve(TWICE * expected);
        hold(held);
        try (InputStream decoded = coding.decode(raw)) {
            return lengthKnown ? readExactly(decoded) : readUnknown(decoded, held, expected);
        } catch (BodyInput.Broken broken) {
            throw refusalOf(broken);
        } catch (IOException damaged) {
            throw new ApiException(ApiError.of(
                    400, "invalid_encoding", "The body is not what its Content-Encoding says, or it is cut off."));
        }
    }

    @Override
    public <T> T parse(Parser<T> parser) throws ApiException, ClientGone, InterruptedException {
        byte[] body = read();
        ParseCost cost = ParseCost.of(body);
        if (cost.moment() > work.capacity()) {
            throw new ApiException(ApiError.of(
                    413, "request_too_large", "The request body is larger than this server's memory can parse."));
        }
        T parsed;
        try (ByteBudget.Reservation _ = work.reserve(cost.moment())) {
            parsed = parser.parse(body);
        }
        resize(cost.kept());
        return parsed;
    }

    private long usualLength() {
        long usual = declaredLength < 0 ? USUAL_UNDECLARED : Math.max(FIRST_PIECE, declaredLength * USUAL_RATIO);
        return Math.min(cap, usual);
    }

    private void resize(long bytes) throws ApiException, InterruptedException {
        ByteBudget.Reservation held;
        synchronized (this) {
            held = reservation;
        }
        if (held != null) {
            held.resize(bytes);
        }
    }

    private synchronized void hold(ByteBudget.Reservation held) throws ClientGone {
        if (closed || reservation != null) {
            held.close();
            throw new ClientGone();
        }
        reservation = held;
    }

    private byte[] readExactly(InputStream plain) throws IOException {
        byte[] body = new byte[(int) declaredLength];
        int filled = plain.readNBytes(body, 0, body.length);
        if (filled < body.length || plain.read() >= 0) {
            throw new IOException("length differs from Content-Length");
        }
        return body;
    }

    /** Into pieces of growing size, reserved before they are made; stops one piece past the cap at the latest. */
    private byte[] readUnknown(InputStream decoded, ByteBudget.Reservation held, long reserved)
            throws IOException, ApiException, InterruptedException {
        List<byte[]> pieces = new ArrayList<>();
        int total = 0;
        int size = FIRST_PIECE;
        boolean grown = false;
        while (true) {
            byte[] piece = new byte[Math.min(size, cap - total + 1)];
            int filled = decoded.readNBytes(piece, 0, piece.length);
            total += filled;
            if (total > cap) {
                throw tooLarge();
            }
            if (filled < piece.length) {
                pieces.add(filled * 2 < piece.length ? Arrays.copyOf(piece, filled) : piece);
                byte[] body = join(pieces, total);
                held.resize((long) TWICE * total);
                return body;
            }
            pieces.add(piece);
            size = Math.min(LARGEST_PIECE, size * 2);
            if (!grown && total + size > reserved) {
                held.resize((long) TWICE * cap);
                grown = true;
            }
        }
    }

    private static byte[] join(List<byte[]> pieces, int total) {
        byte[] body = new byte[total];
        int at = 0;
        for (byte[] piece : pieces) {
            int count = Math.min(piece.length, total - at);
            System.arraycopy(piece, 0, body, at, count);
            at += count;
        }
        return body;
    }

    private static ApiException refusalOf(BodyInput.Broken broken) throws ClientGone, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("while reading the body");
        }
        ApiError error = broken.error();
        if (error == null) {
            throw new ClientGone();
        }
        return new ApiException(error);
    }

    private ApiException tooLarge() {
        return new ApiException(
                ApiError.of(413, "request_too_large", "The request body is larger than " + cap + " bytes."));
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (reservation != null) {
            reservation.close();
        }
        raw.discard();
    }
}
