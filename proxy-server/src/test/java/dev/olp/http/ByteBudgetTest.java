package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.wire.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private static final int KIB = 1024;

    @Test
    void a_share_is_given_back_once_however_often_it_is_closed() throws Exception {
        ByteBudget budget = new ByteBudget("things", 100 * KIB, Duration.ZERO);
        ByteBudget.Reservation share = budget.reserve(30 * KIB);
        assertThat(budget.available()).isEqualTo(70 * KIB);
        share.close();
        share.close();
        assertThat(budget.available()).isEqualTo(100 * KIB);
    }

    @Test
    void what_does_not_fit_is_refused_as_overloaded_with_a_time_to_retry() throws Exception {
        ByteBudget budget = new ByteBudget("things", 100 * KIB, Duration.ofMillis(1));
        try (ByteBudget.Reservation share = budget.reserve(60 * KIB)) {
            assertThatThrownBy(() -> budget.reserve(50 * KIB)).isInstanceOfSatisfying(ApiException.class, refused -> {
                assertThat(refused.error().status()).isEqualTo(503);
                assertThat(refused.error().code()).isEqualTo("overloaded");
                assertThat(refused.error().headers()).containsKey("retry-after");
            });
            assertThat(share).isNotNull();
            assertThat(budget.available()).isEqualTo(40 * KIB);
        }
        assertThat(budget.available()).isEqualTo(100 * KIB);
    }

    @Test
    void a_share_grows_and_shrinks() throws Exception {
        ByteBudget budget = new ByteBudget("things", 100 * KIB, Duration.ofMillis(1));
        try (ByteBudget.Reservation one = budget.reserve(10 * KIB);
                ByteBudget.Reservation other = budget.reserve(10 * KIB)) {
            one.resize(80 * KIB);
            assertThatThrownBy(() -> other.resize(30 * KIB)).isInstanceOf(ApiException.class);
            assertThat(budget.available()).isEqualTo(10 * KIB);
            one.resize(5 * KIB);
            other.resize(30 * KIB);
            assertThat(budget.available()).isEqualTo(65 * KIB);
        }
        assertThat(budget.available()).isEqualTo(100 * KIB);
    }

    @Test
    void a_share_that_is_resized_after_its_end_holds_nothing() throws Exception {
        ByteBudget budget = new ByteBudget("things", 100 * KIB, Duration.ofMillis(1));
        ByteBudget.Reservation share = budget.reserve(10 * KIB);
        share.close();
        share.resize(50 * KIB);
        share.resize(1 * KIB);
        assertThat(budget.available()).isEqualTo(100 * KIB);
    }

    @Test
    void what_is_larger_than_the_budget_is_served_nearly_alone() throws Exception {
        ByteBudget budget = new ByteBudget("things", 800 * KIB, Duration.ofMillis(1));
        try (ByteBudget.Reservation all = budget.reserve(Long.MAX_VALUE)) {
            assertThat(budget.available()).isEqualTo(100 * KIB);
            assertThatThrownBy(() -> budget.reserve(101 * KIB)).isInstanceOf(ApiException.class);
            all.resize(Long.MAX_VALUE);
            budget.reserve(64 * KIB).close();
        }
        assertThat(budget.available()).isEqualTo(800 * KIB);
    }

    @Test
    void who_waits_is_served_in_order_and_only_small_ones_overtake() throws Exception {
        ByteBudget budget = new ByteBudget("things", 1000 * KIB, Duration.ofMinutes(1));
        List<String> served = Collections.synchronizedList(new ArrayList<>());
        ByteBudget.Reservation first = budget.reserve(600 * KIB);
        Thread large = waiting(budget, 800 * KIB, "large", served);
        Thread small = waiting(budget, 300 * KIB, "small", served);
        budget.reserve(ByteBudget.SMALL).close();
        assertThat(served).isEmpty();
        first.close();
        large.join();
        small.join();
        assertThat(served).containsExactly("large", "small");
    }

    private static Thread waiting(ByteBudget budget, long bytes, String name, List<String> served) {
        Thread thread = Thread.ofVirtual().start(() -> {
            try (ByteBudget.Reservation share = budget.reserve(bytes)) {
                assertThat(share).isNotNull();
                served.add(name);
            } catch (ApiException | InterruptedException failure) {
                served.add(failure.toString());
            }
        });
        Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    @Test
    void under_a_storm_the_sum_never_passes_the_budget_and_all_comes_back() {
        ByteBudget budget = new ByteBudget("things", 64 * KIB, Duration.ofMillis(2));
        AtomicLong held = new AtomicLong();
        AtomicLong most = new AtomicLong();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int n = 0; n < 500; n++) {
                int kib = 1 + n % 20;
                threads.execute(() -> {
                    try (ByteBudget.Reservation share = budget.reserve((long) kib * KIB)) {
                        most.accumulateAndGet(held.addAndGet(kib), Math::max);
                        held.addAndGet(-kib);
                        share.resize((long) (kib + 3) * KIB);
                    } catch (ApiException refused) {
                        assertThat(refused.error().code()).isEqualTo("overloaded");
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
        }
        assertThat(most.get()).isPositive().isLessThanOrEqualTo(64);
        assertThat(budget.available()).isEqualTo(64 * KIB);
    }
}
