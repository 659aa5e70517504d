package dev.olp.http;

import dev.olp.wire.ApiError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The raw bytes of one body on their way from the event loop to the request's thread. A piece is asked for only when the
 * one before was read to its end, so at most one piece is in memory here, however fast the client sends.
 */
final class BodyInput extends InputStream {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<ByteBuf> pieces = new ArrayDeque<>();
    private final Runnable askForMore;
    private final Duration progressTimeout;
    private final Duration totalTimeout;
    private boolean asked;
    private boolean ended;
    private @Nullable IOException broken;
    private long deadline;
    private long received;

    /** @param askForMore any thread; makes the connection deliver one more piece or the end */
    BodyInput(Runnable askForMore, Duration progressTimeout, Duration totalTimeout) {
        this.askForMore = askForMore;
        this.progressTimeout = progressTimeout;
        this.totalTimeout = totalTimeout;
    }

    /** A body that cannot go on: what to tell the client, or null when there is no client left. */
    static final class Broken extends IOException {
        private static final long serialVersionUID = 1L;
        private final transient @Nullable ApiError error;

        Broken(@Nullable ApiError error) {
            super(error == null ? "client gone" : error.code());
            this.error = error;
        }

        @Nullable
        ApiError error() {
            return error;
        }
    }

    /** Event loop: one piece; takes over the reference. */
    void offer(ByteBuf piece, boolean last) {
        lock.lock();
        try {
            asked = false;
            if (broken == null && piece.isReadable()) {
                received += piece.readableBytes();
                pieces.add(piece);
            } else {
                piece.release();
            }
            ended |= last;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** There is no body, or no more of it. */
    void end() {
        offer(Unpooled.EMPTY_BUFFER, true);
    }

    /** Event loop or the request's end: nothing more will come. The first cause stays. */
    void fail(@Nullable ApiError error) {
        lock.lock();
        try {
            if (broken == null && !ended) {
                broken = new Broken(error);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what nobody will read. */
    void discard() {
        lock.lock();
        try {
            broken = new Broken(null);
            pieces.forEach(ByteBuf::release);
            pieces.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Raw bytes that came in so far. */
    long received() {
        lock.lock();
        try {
            return received;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        lock.lock();
        try {
            ByteBuf piece = await();
            if (piece == null) {
                return -1;
            }
            int count = Math.min(length, piece.readableBytes());
            piece.readBytes(target, offset, count);
            if (!piece.isReadable()) {
                pieces.remove();
                piece.release();
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** One while more may come: a gzip reader asks this to learn whether another member follows. */
    @Override
    public int available() {
        lock.lock();
        try {
            return ended && pieces.isEmpty() ? 0 : 1;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable ByteBuf await() throws IOException {
        if (deadline == 0) {
            deadline = System.nanoTime() + totalTimeout.toNanos();
        }
        long left = Math.min(deadline - System.nanoTime(), progressTimeout.toNanos());
        try {
            while (pieces.isEmpty() && !ended) {
                if (broken != null) {
                    throw broken;
                }
                if (left <= 0) {
                    throw new Broken(ApiError.of(408, "request_timeout", "The request body came too slowly."));
                }
                if (!asked) {
                    asked = true;
                    askForMore.run();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Broken(null);
        }
        return pieces.peek();
    }
}
