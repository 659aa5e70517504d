package dev.olp.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.auth.Tier;
import dev.olp.http.ClientGone;
import dev.olp.run.Cancellation.Cancelled;
import dev.olp.run.Cancellation.Reason;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of requests that wait, give up, are cancelled, interrupted, lose their client and are resized around. */
class SlotsBalanceTest {
    private static final int CLIENTS = 40;
    private static final int REQUESTS_EACH = 150;
    private static final int KEYS = 5;
    private static final List<Tier> TIERS = List.of(Tier.values());
    private static final int MOST_SLOTS = 6;

    private final Slots slots = new Slots(capacity(2, 3, 8), System::nanoTime, Clock.systemUTC(), QueueWatch.UNWATCHED);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final Map<End, AtomicInteger> ends = new ConcurrentHashMap<>(new EnumMap<>(End.class));

    private enum End {
        SERVED,
        REFUSED,
        CANCELLED,
        CLIENT_LOST,
        INTERRUPTED
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 0})
    void everySlotTakenIsGivenBackOnEveryPath(long fixed) throws Exception {
        long seed = fixed == 0 ? System.nanoTime() : fixed;
        Random random = new Random(seed);
        List<Future<?>> all = new ArrayList<>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < CLIENTS; i++) {
                Random own = new Random(random.nextLong());
                all.add(executor.submit(() -> {
                    for (int each = 0; each < REQUESTS_EACH; each++) {
                        ends.computeIfAbsent(request(own, executor), end -> new AtomicInteger())
                                .incrementAndGet();
                        if (own.nextInt(20) == 0) {
                            slots.resize(capacity(
                                    1 + own.nextInt(3), 1 + own.nextInt(MOST_SLOTS), own.nextInt(2 * CLIENTS)));
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        String how = "seed " + seed + ": " + ends;
        assertThat(ends.values().stream().mapToInt(AtomicInteger::get).sum())
                .as(how)
                .isEqualTo(CLIENTS * REQUESTS_EACH);
        assertThat(ends.keySet()).as(how).contains(End.values());
        assertThat(inside).as(how).hasValue(0);
        assertThat(most.get()).as(how).isBetween(1, MOST_SLOTS);
        assertThat(slots.active()).as(how).isZero();
        assertThat(slots.queued()).as(how).isZero();
    }

    private End request(Random random, ExecutorService executor) {
        int key = random.nextInt(KEYS);
        SlotRequest wanted = SlotRequest.of("account" + random.nextInt(2), "key" + key, TIERS.get(key % 3));
        Cancellation cancellation = new Cancellation();
        Silence silence = random.nextInt(8) == 0 ? losingItsClient(random.nextInt(3)) : Silence.UNNOTICED;
        Thread self = Thread.currentThread();
        switch (random.nextInt(6)) {
            case 0 -> executor.execute(() -> cancellation.cancel(Reason.CLIENT_GONE));
            case 1 -> executor.execute(self::interrupt); // it may come as late as in its client's next request
            default -> {}
        }
        try (Slots.Permit permit = slots.acquire(wanted, cancellation, silence)) {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            if (random.nextBoolean()) {
                LockSupport.parkNanos(random.nextInt(200_000)); // a run; nothing waits for its length
            }
            inside.decrementAndGet();
            return End.SERVED;
        } catch (QueueFull refused) {
            return End.REFUSED;
        } catch (Cancelled cancelled) {
            return End.CANCELLED;
        } catch (ClientGone gone) {
            return End.CLIENT_LOST;
        } catch (InterruptedException interrupted) {
            return End.INTERRUPTED;
        }
    }

    private static Silence losingItsClient(int beats) {
        AtomicInteger left = new AtomicInteger(beats);
        return new Silence() {
            @Override
            public long nanosUntilDue() {
                return 1;
            }

            @Override
            public void beatIfDue() throws ClientGone {
                if (left.getAndDecrement() <= 0) {
                    throw new ClientGone();
                }
            }
        };
    }

    private static Slots.Capacity capacity(int perAccount, int total, int queue) {
        return new Slots.Capacity(perAccount, total, queue, Duration.ofMillis(20));
    }
}
