package dev.olp.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a connection in the order in which they came. Small pieces are put together: a client that sends a byte at a
 * time would make each of them cost a buffer. Event loop only.
 */
final class HeldBytes {
    private static final int SMALL = 2048;

    private final Deque<ByteBuf> pieces = new ArrayDeque<>();
    private int bytes;

    /** Takes over the reference. */
    void add(ByteBufAllocator allocator, ByteBuf piece) {
        int count = piece.readableBytes();
        bytes += count;
        ByteBuf last = pieces.peekLast();
        if (last == null || count >= SMALL) {
            pieces.add(piece);
            return;
        }
        if (last.writableBytes() < count) {
            last = allocator.buffer(SMALL);
            pieces.add(last);
        }
        last.writeBytes(piece);
        piece.release();
    }

    /** The next bytes, with their reference; null when there are none. */
    @Nullable
    ByteBuf poll() {
        ByteBuf next = pieces.poll();
        if (next != null) {
            bytes -= next.readableBytes();
        }
        return next;
    }

    int count() {
        return bytes;
    }

    void release() {
        pieces.forEach(ByteBuf::release);
        pieces.clear();
        bytes = 0;
    }
}
