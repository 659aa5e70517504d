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
 * <p>What is reserved is {@link #COST} times the decoded length: the array itself, and once more for what the next
 * station makes of it (or, while inflating, for the joining of the pieces). It stays reserved until {@link #close}.
 * A declared length is reserved at once, before a byte is read; otherwise the reservation grows piece by piece.
 */
final class InboundBody implements RequestBody {
    /** Bytes of heap per byte of body while the request lives. */
    static final int COST = 2;

    private static final int FIRST_PIECE = 4 * 1024;
    private static final int LARGEST_PIECE = 256 * 1024;

    private final BodyInput raw;
    private final List<String> contentEncoding;
    private final long declaredLength;
    private final int cap;
    private final ByteBudget budget;
    private ByteBudget.@Nullable Reservation reservation;
    private boolean closed;

    /** @param declaredLength Content-Length, or -1 */
    InboundBody(BodyInput raw, List<String> contentEncoding, long declaredLength, int cap, ByteBudget budget) {
        this.raw = raw;
        this.contentEncoding = contentEncoding;
        this.declaredLength = declaredLength;
        this.cap = cap;
        this.budget = budget;
    }

    @Override
    public byte[] read() throws ApiException, ClientGone, InterruptedException {
        BodyCoding coding = BodyCoding.of(contentEncoding);
        if (declaredLength > cap) {
            throw tooLarge();
        }
        boolean lengthKnown = coding == BodyCoding.IDENTITY && declaredLength >= 0;
        ByteBudget.Reservation held = budget.reserve(COST * (lengthKnown ? declaredLength : FIRST_PIECE));
        hold(held);
        try (InputStream decoded = coding.decode(raw)) {
            return lengthKnown ? readExactly(decoded) : readUnknown(decoded, held);
        } catch (BodyInput.Broken broken) {
            throw refusalOf(broken);
        } catch (IOException damaged) {
            throw new ApiException(ApiError.of(
                    400, "invalid_encoding", "The body is not what its Content-Encoding says, or it is cut off."));
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

    /** Into pieces of growing size, each reserved before it is made; stops one piece past the cap at the latest. */
    private byte[] readUnknown(InputStream decoded, ByteBudget.Reservation held) throws IOException, ApiException {
        List<byte[]> pieces = new ArrayList<>();
        int total = 0;
        int size = FIRST_PIECE;
        while (true) {
            byte[] piece = new byte[Math.min(size, cap - total + 1)];
            int filled = decoded.readNBytes(piece, 0, piece.length);
            total += filled;
            if (total > cap) {
                throw tooLarge();
            }
            if (filled < piece.length) {
                pieces.add(filled * 2 < piece.length ? Arrays.copyOf(piece, filled) : piece);
                return join(pieces, total);
            }
            pieces.add(piece);
            size = Math.min(LARGEST_PIECE, size * 2);
            held.growTo((long) COST * (total + size));
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
