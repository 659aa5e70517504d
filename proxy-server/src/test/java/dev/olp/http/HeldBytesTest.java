package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HeldBytesTest {
    private final ByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    private final HeldBytes held = new HeldBytes();

    @Test
    void bytes_come_out_in_order_and_small_pieces_together() {
        StringBuilder given = new StringBuilder();
        for (int n = 0; n < 3000; n++) {
            String piece = n == 1000 ? "large".repeat(1000) : Integer.toString(n);
            given.append(piece);
            held.add(allocator, bytes(piece));
        }
        assertThat(held.count()).isEqualTo(given.length());

        StringBuilder got = new StringBuilder();
        int pieces = 0;
        for (ByteBuf next = held.poll(); next != null; next = held.poll()) {
            got.append(next.toString(StandardCharsets.US_ASCII));
            next.release();
            pieces++;
        }
        assertThat(got).hasToString(given.toString());
        assertThat(pieces).isLessThan(20);
        assertThat(held.count()).isZero();
    }

    @Test
    void what_is_left_is_released() {
        ByteBuf piece = bytes("abc");
        held.add(allocator, piece);
        held.release();
        assertThat(piece.refCnt()).isZero();
        assertThat(held.poll()).isNull();
    }

    private ByteBuf bytes(String text) {
        return allocator.buffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
}
