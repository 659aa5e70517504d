package dev.olp.isolation.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.isolation.ChildSignal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LineQueueTest {
    private final LineQueue queue = new LineQueue();

    @Test
    void lines_come_before_the_end_and_the_first_end_stays() throws Exception {
        queue.put(new byte[] {1});
        queue.end(new ChildSignal.LimitExceeded("line"));
        queue.end(new ChildSignal.OutputEnded());
        assertThat(queue.next(Duration.ZERO)).isInstanceOf(ChildSignal.Line.class);
        assertThat(queue.next(Duration.ZERO)).isEqualTo(new ChildSignal.LimitExceeded("line"));
        assertThat(queue.next(Duration.ZERO)).isEqualTo(new ChildSignal.LimitExceeded("line"));
    }

    @Test
    void an_interrupt_goes_before_everything() throws Exception {
        queue.put(new byte[] {1});
        queue.end(new ChildSignal.OutputEnded());
        queue.interrupt();
        assertThat(queue.next(Duration.ZERO)).isEqualTo(new ChildSignal.Interrupted());
    }

    @Test
    void nothing_in_time_is_told() throws Exception {
        assertThat(queue.next(Duration.ofMillis(1))).isEqualTo(new ChildSignal.TimedOut());
    }

    @Test
    void a_flood_of_empty_lines_is_bounded_too() throws Exception {
        AtomicInteger put = new AtomicInteger();
        Thread pump = Thread.ofPlatform().daemon().start(() -> {
            try {
                while (queue.put(new byte[0])) {
                    put.incrementAndGet();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        await().until(() -> pump.getState() == Thread.State.WAITING);
        assertThat(queue.waitingBytes()).isEqualTo(1 << 20);
        assertThat(put.get()).isLessThan(20_000);
        queue.discard();
        pump.join();
        assertThat(queue.waitingBytes()).isZero();
    }

    @Test
    void one_line_bigger_than_the_queue_gets_through() throws Exception {
        assertThat(queue.put(new byte[8 << 20])).isTrue();
        assertThat(queue.next(Duration.ZERO))
                .isInstanceOfSatisfying(
                        ChildSignal.Line.class, line -> assertThat(line.bytes()).hasSize(8 << 20));
    }
}
