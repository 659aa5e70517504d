package dev.olp.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.http.ClientGone;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.Cancellation.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private final Slots slots = new Slots(new Slots.Capacity(1, 2, Duration.ofSeconds(20)), System::nanoTime);

    @Test
    void aFreeSlotIsTakenAtOnceAndGivenBackOnce() throws Exception {
        Slots.Permit permit = slots.acquire(new Cancellation(), Silence.UNNOTICED);
        assertThat(slots.active()).isOne();

        permit.close();
        permit.close();

        assertThat(slots.active()).isZero();
    }

    @Test
    void whoeverFindsTheLineFullIsRefused() throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor();
                Slots.Permit held = slots.acquire(new Cancellation(), Silence.UNNOTICED)) {
            List<Cancellation> waiting = List.of(new Cancellation(), new Cancellation());
            List<Future<?>> waiters = new ArrayList<>();
            for (Cancellation one : waiting) {
                waiters.add(executor.submit(() -> slots.acquire(one, Silence.UNNOTICED)));
            }
            Awaitility.await().until(() -> slots.queued() == 2);

            assertThatThrownBy(() -> slots.acquire(new Cancellation(), Silence.UNNOTICED))
                    .isInstanceOf(Slots.QueueFull.class);

            waiting.forEach(one -> one.cancel(Reason.CLIENT_GONE));
            for (Future<?> waiter : waiters) {
                assertThatThrownBy(waiter::get).hasCauseInstanceOf(Cancelled.class);
            }
            assertThat(slots.queued()).isZero();
            assertThat(slots.active()).isOne();
        }
    }

    @Test
    void theLineIsServedInOrder() throws Exception {
        List<Integer> served = new ArrayList<>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Slots.Permit held = slots.acquire(new Cancellation(), Silence.UNNOTICED);
            List<Future<?>> waiters = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int number = i;
                waiters.add(executor.submit(() -> {
                    try (Slots.Permit permit = slots.acquire(new Cancellation(), Silence.UNNOTICED)) {
                        served.add(number);
                    }
                    return null;
                }));
                Awaitility.await().until(() -> slots.queued() == number + 1);
            }
            held.close();
            for (Future<?> waiter : waiters) {
                waiter.get();
            }
        }
        assertThat(served).containsExactly(0, 1);
        assertThat(slots.active()).isZero();
    }

    @Test
    void whoeverWaitsTooLongIsRefused() throws Exception {
        Slots impatient = new Slots(new Slots.Capacity(1, 1, Duration.ofMillis(1)), System::nanoTime);
        try (Slots.Permit held = impatient.acquire(new Cancellation(), Silence.UNNOTICED)) {
            assertThatThrownBy(() -> impatient.acquire(new Cancellation(), Silence.UNNOTICED))
                    .isInstanceOf(Slots.QueueFull.class);
            assertThat(impatient.queued()).isZero();
        }
    }

    @Test
    void aHeartbeatIsSentWhileWaitingAndItsLostClientLeavesTheLine() throws Exception {
        AtomicInteger beats = new AtomicInteger();
        Silence silence = new Silence() {
            @Override
            public long nanosUntilDue() {
                return 1;
            }

            @Override
            public void beatIfDue() throws ClientGone {
                if (beats.incrementAndGet() == 3) {
                    throw new ClientGone();
                }
            }
        };
        try (Slots.Permit held = slots.acquire(new Cancellation(), Silence.UNNOTICED)) {
            assertThatThrownBy(() -> slots.acquire(new Cancellation(), silence)).isInstanceOf(ClientGone.class);
        }
        assertThat(beats).hasValue(3);
        assertThat(slots.active()).isZero();
    }

    @Test
    void moreRoomIsGivenToThoseWhoWaitAndLessCutsNobodyOff() throws Exception {
        List<Slots.Permit> held = Collections.synchronizedList(new ArrayList<>());
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            held.add(slots.acquire(new Cancellation(), Silence.UNNOTICED));
            List<Future<?>> waiters = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                waiters.add(executor.submit(() -> held.add(slots.acquire(new Cancellation(), Silence.UNNOTICED))));
            }
            Awaitility.await().until(() -> slots.queued() == 2);

            slots.resize(new Slots.Capacity(3, 2, Duration.ofSeconds(20)));
            for (Future<?> waiter : waiters) {
                waiter.get();
            }
            assertThat(slots.active()).isEqualTo(3);

            slots.resize(new Slots.Capacity(1, 2, Duration.ofSeconds(20)));
            assertThat(slots.active()).isEqualTo(3);
            Future<?> late = executor.submit(() -> held.add(slots.acquire(new Cancellation(), Silence.UNNOTICED)));
            Awaitility.await().until(() -> slots.queued() == 1);
            held.removeLast().close();
            held.removeLast().close();
            assertThat(slots.active()).isOne();
            assertThat(slots.queued()).isOne();

            held.removeLast().close();
            late.get();
            assertThat(slots.active()).isOne();
        }
        held.removeLast().close();
        assertThat(slots.active()).isZero();
    }

    /** Takes, waits, gives up and is cancelled in random order; in the end the books must balance. */
    @Test
    void everySlotTakenIsGivenBackOnEveryPath() throws Exception {
        Slots few = new Slots(new Slots.Capacity(3, 8, Duration.ofMillis(2)), System::nanoTime);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> all = new ArrayList<>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2_000; i++) {
                Random random = new Random(i);
                all.add(executor.submit(() -> {
                    Cancellation cancellation = new Cancellation();
                    if (random.nextInt(3) == 0) {
                        var _ = CompletableFuture.runAsync(() -> cancellation.cancel(Reason.CLIENT_GONE), executor);
                    }
                    try (Slots.Permit permit = few.acquire(cancellation, Silence.UNNOTICED)) {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        inside.decrementAndGet();
                    } catch (Slots.QueueFull | Cancelled expected) {
                        // both are ends that must leave nothing behind
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertThat(most.get()).isBetween(1, 3);
        assertThat(few.active()).isZero();
        assertThat(few.queued()).isZero();
    }
}
