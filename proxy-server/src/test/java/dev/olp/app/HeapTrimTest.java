package dev.olp.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HeapTrimTest {
    private static final long LIVE = 15L << 20;

    private final AtomicLong used = new AtomicLong(LIVE + HeapTrim.GROWTH);
    private final AtomicInteger collected = new AtomicInteger();
    private final HeapTrim trim = new HeapTrim(used::get, () -> {
        collected.incrementAndGet();
        used.set(LIVE);
    });

    @Test
    void what_the_start_left_is_collected_once() {
        trim.look();
        trim.look();

        assertThat(collected).hasValue(1);
    }

    @Test
    void a_heap_is_collected_when_it_has_grown_by_enough_since_the_last_time() {
        trim.look();
        used.set(LIVE + HeapTrim.GROWTH);
        trim.look();
        assertThat(collected).hasValue(1);

        used.addAndGet(1);
        trim.look();

        assertThat(collected).hasValue(2);
    }
}
