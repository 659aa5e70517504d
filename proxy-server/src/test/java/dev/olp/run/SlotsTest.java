package dev.olp.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.auth.Tier;
import dev.olp.http.ClientGone;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.Cancellation.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private static final SlotRequest SOMEBODY = SlotRequest.of("default", "somebody", Tier.GUEST);

    private final Slots slots = new Slots(
            new Slots.Capacity(1, 1, 2, Duration.ofSeconds(20)),
            System::nanoTime,
            Clock.systemUTC(),
            QueueWatch.UNWATCHED);

    @Test
    void aFreeSlotIsTakenAtOnceAndGivenBackOnce() throws Exception {
        Slots.Permit permit = slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED);
        assertThat(slots.active()).isOne();

        permit.close();
        permit.close();

        assertThat(slots.active()).isZero();
    }

    @Test
    void whoeverFindsTheLineFullIsRefused() throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor();
                Slots.Permit held = slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED)) {
            List<Cancellation> waiting = List.of(new Cancellation(), new Cancellation());
            List<Future<?>> waiters = new ArrayList<>();
            for (Cancellation one : waiting) {
                waiters.add(executor.submit(() -> slots.acquire(SOMEBODY, one, Silence.UNNOTICED)));
            }
            Awaitility.await().until(() -> slots.queued() == 2);

            assertThatThrownBy(() -> slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED))
                    .isInstanceOf(QueueFull.class);

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
            Slots.Permit held = slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED);
            List<Future<?>> waiters = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int number = i;
                waiters.add(executor.submit(() -> {
                    try (Slots.Permit permit = slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED)) {
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
        Slots impatient = new Slots(
                new Slots.Capacity(1, 1, 1, Duration.ofMillis(1)),
                System::nanoTime,
                Clock.systemUTC(),
                QueueWatch.UNWATCHED);
        try (Slots.Permit held = impatient.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED)) {
            assertThatThrownBy(() -> impatient.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED))
                    .isInstanceOf(QueueFull.class);
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
        try (Slots.Permit held = slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED)) {
            assertThatThrownBy(() -> slots.acquire(SOMEBODY, new Cancellation(), silence))
                    .isInstanceOf(ClientGone.class);
        }
        assertThat(beats).hasValue(3);
        assertThat(slots.active()).isZero();
    }

    @Test
    void moreRoomIsGivenToThoseWhoWaitAndLessCutsNobodyOff() throws Exception {
        List<Slots.Permit> held = Collections.synchronizedList(new ArrayList<>());
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            held.add(slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED));
            List<Future<?>> waiters = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                waiters.add(executor.submit(
                        () -> held.add(slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED))));
            }
            Awaitility.await().until(() -> slots.queued() == 2);

            slots.resize(new Slots.Capacity(3, 3, 2, Duration.ofSeconds(20)));
            for (Future<?> waiter : waiters) {
                waiter.get();
            }
            assertThat(slots.active()).isEqualTo(3);

            slots.resize(new Slots.Capacity(1, 1, 2, Duration.ofSeconds(20)));
            assertThat(slots.active()).isEqualTo(3);
            Future<?> late =
                    executor.submit(() -> held.add(slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED)));
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

    /** One slot, runs of 8 s on the mean. */
    @Test
    void whoeverFindsTheLineFullIsToldWhenTheLineHasMovedOn() throws Exception {
        AtomicLong now = new AtomicLong();
        Instant start = Instant.parse("2026-03-01T00:00:00Z");
        Slots timed = new Slots(
                new Slots.Capacity(1, 1, 0, Duration.ofSeconds(20)),
                now::get,
                Clock.fixed(start, ZoneOffset.UTC),
                QueueWatch.UNWATCHED);
        Slots.Permit held = timed.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED);

        assertThat(refusal(timed).fault().resetAt()).as("nothing measured yet").isEqualTo(start.plusSeconds(5));

        held.began();
        now.addAndGet(Duration.ofSeconds(8).toNanos());
        held.close();
        timed.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED).close(); // nothing began in it
        try (Slots.Permit again = timed.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED)) {
            assertThat(refusal(timed).fault().resetAt()).isEqualTo(start.plusSeconds(8));
        }
    }

    @Test
    void nothingIsLostWhenWhoeverLooksOnFails() throws Exception {
        QueueWatch broken = new QueueWatch() {
            @Override
            public void entered(SlotRequest wanted, int position) {}

            @Override
            public void left(SlotRequest wanted, How how) {
                throw new IllegalStateException("broken");
            }
        };
        Slots watched = new Slots(
                new Slots.Capacity(1, 1, 2, Duration.ofSeconds(20)), System::nanoTime, Clock.systemUTC(), broken);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Slots.Permit held = watched.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED);
            Future<?> waiter = executor.submit(() -> watched.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED));
            Awaitility.await().until(() -> watched.queued() == 1);
            held.close();
            assertThatThrownBy(waiter::get).hasCauseInstanceOf(IllegalStateException.class);
        }
        assertThat(watched.active()).isZero();
        assertThat(watched.queued()).isZero();
    }

    private static QueueFull refusal(Slots full) {
        return catchThrowableOfType(
                QueueFull.class, () -> full.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED));
    }

    @Test
    void eachLoginHasSlotsOfItsOwnWithinTheBoundOfAll() throws Exception {
        Slots two = new Slots(
                new Slots.Capacity(1, 2, 0, Duration.ofSeconds(20)),
                System::nanoTime,
                Clock.systemUTC(),
                QueueWatch.UNWATCHED);
        SlotRequest work = SlotRequest.of("work", "somebody", Tier.GUEST);
        SlotRequest third = SlotRequest.of("third", "somebody", Tier.GUEST);
        try (Slots.Permit one = two.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED)) {
            assertThatThrownBy(() -> two.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED))
                    .isInstanceOf(QueueFull.class);
            try (Slots.Permit other = two.acquire(work, new Cancellation(), Silence.UNNOTICED)) {
                assertThat(two.active()).isEqualTo(2);
                assertThat(two.active("work")).isOne();
                assertThatThrownBy(() -> two.acquire(third, new Cancellation(), Silence.UNNOTICED))
                        .isInstanceOf(QueueFull.class);
            }
        }
        assertThat(two.active()).isZero();
    }

    @Test
    void aFullLineMakesPlaceForAKeyThatHasNoneInIt() throws Exception {
        SlotRequest other = SlotRequest.of("default", "other", Tier.GUEST);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Slots.Permit held = slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED);
            List<Future<?>> flood = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int number = i;
                flood.add(executor.submit(() -> {
                    slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED)
                            .close();
                    return null;
                }));
                Awaitility.await().until(() -> slots.queued() == number + 1);
            }

            Future<Slots.Permit> late =
                    executor.submit(() -> slots.acquire(other, new Cancellation(), Silence.UNNOTICED));

            assertThatThrownBy(flood.getLast()::get).hasCauseInstanceOf(QueueFull.class);
            held.close();
            late.get().close();
            flood.getFirst().get();
        }
        assertThat(slots.active()).isZero();
        assertThat(slots.queued()).isZero();
    }

    @Test
    void whoeverWaitsIsToldItsPlaceWithTheHeartbeat() throws Exception {
        List<Integer> places = Collections.synchronizedList(new ArrayList<>());
        Silence silence = new Silence() {
            @Override
            public long nanosUntilDue() {
                return 1;
            }

            @Override
            public void queued(int position) {
                places.add(position);
            }

            @Override
            public void beatIfDue() {}
        };
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Slots.Permit held = slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED);
            Future<Slots.Permit> first =
                    executor.submit(() -> slots.acquire(SOMEBODY, new Cancellation(), Silence.UNNOTICED));
            Awaitility.await().until(() -> slots.queued() == 1);
            Future<Slots.Permit> second = executor.submit(() -> slots.acquire(SOMEBODY, new Cancellation(), silence));
            Awaitility.await().until(() -> places.contains(2));

            held.close();
            first.get();
            Awaitility.await().until(() -> places.contains(1));
            first.get().close();
            second.get().close();
        }
        assertThat(places).endsWith(0);
    }
}
