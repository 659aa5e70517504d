package dev.olp.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.limits.Decision.Granted;
import dev.olp.limits.Decision.Refused;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link UsageLedger} does. */
public abstract class UsageLedgerContract {
    protected static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    /** A Monday, 11:15 in Berlin. */
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30.123Z");

    private static final Instant MIDNIGHT = Instant.parse("2026-11-30T23:00:00Z");

    private UsageLedger ledger;

    /** An empty ledger; the caller closes it after the test. */
    protected abstract UsageLedger open();

    /** Another handle on what {@link #open} made, as another server, or the next one, would have. */
    protected abstract UsageLedger openAgain();

    /** Where keys' own limits are set for it. */
    protected abstract KeyLimits keyLimits();

    @BeforeEach
    void openLedger() {
        ledger = open();
    }

    @RepeatedTest(10)
    void of_fifty_at_once_exactly_as_many_as_the_limit_begin_even_at_two_servers() throws Exception {
        UsageLedger other = openAgain();
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_MINUTE, 5);

        List<Decision> decisions = atOnce(50, i -> (i % 2 == 0 ? ledger : other).reserve(ask("k", limits), NOW));

        assertThat(decisions).filteredOn(Granted.class::isInstance).hasSize(5);
        assertThat(decisions).filteredOn(Refused.class::isInstance).hasSize(45);
        assertThat(openAgain().reserve(ask("k", limits), NOW)).isInstanceOf(Refused.class);
    }

    @Test
    void of_many_at_once_exactly_as_many_as_may_run_at_a_time_begin() throws Exception {
        Limits limits = Limits.NONE.with(Limit.CONCURRENT, 3);

        List<Decision> decisions = atOnce(40, _ -> ledger.reserve(ask("k", limits), NOW));

        assertThat(decisions).filteredOn(Granted.class::isInstance).hasSize(3);
        Refused refused = (Refused) ledger.reserve(ask("k", limits), NOW);
        assertThat(refused.limit()).isEqualTo(Limit.CONCURRENT);
        assertThat(refused.spent()).isFalse();
        assertThat(ledger.held().requests()).isEqualTo(3);
        Granted one = decisions.stream()
                .filter(Granted.class::isInstance)
                .map(Granted.class::cast)
                .findFirst()
                .orElseThrow();
        ledger.settle(one.reservation(), Spent.NOTHING, NOW);
        granted(ask("k", limits), NOW);
        assertThat(ledger.reserve(ask("k", limits), NOW)).isInstanceOf(Refused.class);
    }

    @Test
    void a_request_counts_for_a_whole_minute_and_no_two_seconds_longer() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_MINUTE, 2);
        granted(ask("k", limits), NOW);
        granted(ask("k", limits), NOW.plusSeconds(20));

        Refused refused = refused(ask("k", limits), NOW.plusSeconds(60));
        assertThat(refused.limit()).isEqualTo(Limit.REQUESTS_PER_MINUTE);
        assertThat(refused.spent()).isFalse();
        assertThat(refused.until()).isBetween(NOW.plusSeconds(60), NOW.plusSeconds(61));

        granted(ask("k", limits), refused.until());
        refused(ask("k", limits), refused.until());
    }

    @Test
    void a_calendar_window_opens_again_at_its_zones_midnight() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_DAY, 1);
        granted(ask("k", limits), NOW);

        Refused refused = refused(ask("k", limits), MIDNIGHT.minusSeconds(1));
        assertThat(refused.spent()).isTrue();
        assertThat(refused.until()).isEqualTo(MIDNIGHT);
        granted(ask("k", limits), MIDNIGHT);
    }

    @Test
    void a_day_of_25_hours_is_one_day() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_DAY, 1);
        Instant first = LocalDate.of(2026, 10, 25).atStartOfDay(ZONE).toInstant();
        granted(ask("k", limits), first);

        assertThat(refused(ask("k", limits), first.plus(Duration.ofHours(24))).until())
                .isEqualTo(first.plus(Duration.ofHours(25)));
    }

    @Test
    void weeks_begin_on_monday_and_months_on_their_first() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_WEEK, 1).with(Limit.REQUESTS_PER_MONTH, 2);
        granted(ask("k", limits), MIDNIGHT.minusSeconds(1)); // 30 November
        Refused week = refused(ask("k", limits), MIDNIGHT); // 1 December, a Tuesday

        assertThat(week.limit()).isEqualTo(Limit.REQUESTS_PER_WEEK);
        assertThat(week.until())
                .isEqualTo(LocalDate.of(2026, 12, 7).atStartOfDay(ZONE).toInstant());
        granted(ask("k", limits), week.until());
        granted(ask("k", limits), week.until().plus(Duration.ofDays(7)));
        Refused month = refused(ask("k", limits), week.until().plus(Duration.ofDays(14)));
        assertThat(month.limit()).isEqualTo(Limit.REQUESTS_PER_MONTH);
        assertThat(month.until())
                .isEqualTo(LocalDate.of(2027, 1, 1).atStartOfDay(ZONE).toInstant());
    }

    @Test
    void tokens_are_held_while_a_request_runs_and_counted_as_measured_when_it_ends() {
        Limits limits = Limits.NONE.with(Limit.TOKENS_PER_DAY, 100);
        Granted first = granted(new Ask("k", limits, 60, 0), NOW);
        Granted second = granted(new Ask("k", limits, 60, 0), NOW);
        assertThat(second.reservation().tokens()).as("what is left").isEqualTo(40);
        assertThat(second.standing().remaining(Limit.TOKENS_PER_DAY)).isZero();

        Refused busy = refused(new Ask("k", limits, 1, 0), NOW);
        assertThat(busy.limit()).isEqualTo(Limit.TOKENS_PER_DAY);
        assertThat(busy.spent()).as("held is not spent").isFalse();

        ledger.settle(first.reservation(), new Spent(30, 0), NOW);
        Granted third = granted(new Ask("k", limits, 60, 0), NOW);
        ledger.settle(second.reservation(), new Spent(75, 0), NOW);
        ledger.settle(third.reservation(), Spent.NOTHING, NOW);

        Refused spent = refused(new Ask("k", limits, 1, 0), NOW);
        assertThat(spent.spent()).isTrue();
        assertThat(spent.until()).isEqualTo(MIDNIGHT);
        assertThat(standing("k", limits, NOW).used(Limit.TOKENS_PER_DAY)).isEqualTo(105);
        granted(new Ask("k", limits, 1, 0), MIDNIGHT);
    }

    @Test
    void what_a_request_takes_counts_in_the_windows_in_which_it_ends() {
        Granted late = granted(ask("k", Limits.NONE), MIDNIGHT.minusSeconds(1));
        ledger.settle(late.reservation(), new Spent(10, 20), MIDNIGHT);

        KeyUsage usage = standing("k", Limits.NONE, MIDNIGHT).usage();
        assertThat(usage.day()).isEqualTo(new WindowCount(LocalDate.of(2026, 12, 1), 0, 10, 20));
        assertThat(usage.week()).isEqualTo(new WindowCount(LocalDate.of(2026, 11, 30), 1, 10, 20));
    }

    @Test
    void money_is_a_budget_of_the_month() {
        Limits limits = Limits.NONE.with(Limit.USD_PER_MONTH, 1_000_000);
        Granted granted = granted(new Ask("k", limits, 0, 10_000), NOW);
        ledger.settle(granted.reservation(), new Spent(5, 1_000_001), NOW);

        Refused refused = refused(new Ask("k", limits, 0, 10_000), NOW);
        assertThat(refused.limit()).isEqualTo(Limit.USD_PER_MONTH);
        assertThat(refused.until())
                .isEqualTo(LocalDate.of(2026, 12, 1).atStartOfDay(ZONE).toInstant());
    }

    @Test
    void a_cache_hit_counts_as_a_request_alone() {
        ledger.settle(granted(ask("k", Limits.NONE), NOW).reservation(), Spent.NOTHING, NOW);

        assertThat(standing("k", Limits.NONE, NOW).usage().day())
                .isEqualTo(new WindowCount(LocalDate.of(2026, 11, 30), 1, 0, 0));
    }

    @Test
    void what_is_released_was_never_counted_but_where_asked_for_in_the_minute() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_MINUTE, 2).with(Limit.REQUESTS_PER_DAY, 1);
        ledger.release(granted(ask("k", limits), NOW).reservation(), false, NOW.plusSeconds(2));
        assertThat(standing("k", limits, NOW.plusSeconds(2)).used(Limit.REQUESTS_PER_MINUTE))
                .isEqualTo(1);
        assertThat(standing("k", limits, NOW.plusSeconds(2)).used(Limit.REQUESTS_PER_DAY))
                .isZero();

        ledger.release(granted(ask("k", limits), NOW.plusSeconds(2)).reservation(), true, NOW.plusSeconds(5));
        assertThat(standing("k", limits, NOW.plusSeconds(5)).used(Limit.REQUESTS_PER_MINUTE))
                .isEqualTo(1);

        granted(ask("k", limits), NOW.plusSeconds(5));
    }

    @Test
    void what_is_released_after_its_window_takes_nothing_from_the_next() {
        Reservation old =
                granted(ask("k", Limits.NONE), MIDNIGHT.minusSeconds(90)).reservation();
        granted(ask("k", Limits.NONE), MIDNIGHT);
        ledger.release(old, true, MIDNIGHT);

        assertThat(standing("k", Limits.NONE, MIDNIGHT).usage().day().requests())
                .isEqualTo(1);
        assertThat(standing("k", Limits.NONE, MIDNIGHT).used(Limit.REQUESTS_PER_MINUTE))
                .isEqualTo(1);
    }

    @Test
    void a_refusal_counts_nothing() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_MINUTE, 1);
        granted(ask("k", limits), NOW);
        Standing before = standing("k", limits, NOW);
        refused(ask("k", limits), NOW);

        assertThat(standing("k", limits, NOW)).isEqualTo(before);
    }

    @Test
    void a_crash_leaves_what_was_counted_and_nothing_held() {
        Limits limits = Limits.NONE
                .with(Limit.CONCURRENT, 1)
                .with(Limit.REQUESTS_PER_MINUTE, 9)
                .with(Limit.TOKENS_PER_DAY, 10);
        granted(new Ask("k", limits, 10, 0), NOW);

        UsageLedger next = openAgain();

        Standing after = next.standing("k", limits, NOW);
        assertThat(after.held()).isEqualTo(Held.NOTHING);
        assertThat(after.used(Limit.REQUESTS_PER_MINUTE)).isEqualTo(1);
        assertThat(next.reserve(ask("k", limits), NOW)).isInstanceOf(Granted.class);
    }

    @Test
    void keys_do_not_count_for_each_other() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_MINUTE, 1).with(Limit.CONCURRENT, 1);
        granted(ask("one", limits), NOW);

        granted(ask("two", limits), NOW);
        refused(ask("one", limits), NOW);
        assertThat(standing("three", limits, NOW).usage().day().requests()).isZero();
    }

    @Test
    void a_keys_own_limits_hold_over_the_defaults_from_the_next_request_on() {
        Limits defaults = Limits.NONE.with(Limit.REQUESTS_PER_MINUTE, 1).with(Limit.REQUESTS_PER_DAY, 2);
        granted(ask("k", defaults), NOW);
        refused(ask("k", defaults), NOW);

        keyLimits().set("k", OwnLimits.NONE.with(Limit.REQUESTS_PER_MINUTE, 3));
        granted(ask("k", defaults), NOW);
        assertThat(refused(ask("k", defaults), NOW).limit()).isEqualTo(Limit.REQUESTS_PER_DAY);

        keyLimits().set("k", keyLimits().of("k").lifting(Limit.REQUESTS_PER_DAY));
        granted(ask("k", defaults), NOW);
        assertThat(refused(ask("k", defaults), NOW).limit()).isEqualTo(Limit.REQUESTS_PER_MINUTE);

        keyLimits().set("k", OwnLimits.NONE);
        assertThat(keyLimits().of("k")).isEqualTo(OwnLimits.NONE);
        assertThat(standing("k", defaults, NOW).limits()).isEqualTo(defaults);
    }

    @Test
    void own_limits_are_kept_whole_and_forgotten_with_the_use() {
        OwnLimits own = OwnLimits.NONE;
        for (Limit limit : Limit.values()) {
            own = limit.isBudget()
                    ? own.lifting(limit)
                    : own.with(limit, 1 + limit.name().length());
        }
        keyLimits().set("k", own);
        granted(ask("k", Limits.NONE), NOW);
        assertThat(keyLimits().of("k")).isEqualTo(own);

        keyLimits().forget("k");
        assertThat(keyLimits().of("k")).isEqualTo(OwnLimits.NONE);
        assertThat(standing("k", Limits.NONE, NOW).usage().month().requests()).isZero();
    }

    @Test
    void a_clock_that_goes_back_ten_minutes_over_midnight_gives_nothing_away() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_DAY, 1);
        granted(ask("k", limits), MIDNIGHT.plusSeconds(300));

        refused(ask("k", limits), MIDNIGHT.minusSeconds(300));
        refused(ask("k", limits), MIDNIGHT.plusSeconds(600));
        granted(ask("k", limits), MIDNIGHT.plus(Duration.ofDays(1)));
    }

    @Test
    void a_clock_that_goes_back_holds_the_minute_for_one_more_at_most() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_MINUTE, 2);
        granted(ask("k", limits), NOW);
        granted(ask("k", limits), NOW.plusSeconds(1));
        Instant back = NOW.minus(Duration.ofMinutes(10));

        Refused refused = refused(ask("k", limits), back);
        assertThat(refused.until()).isBeforeOrEqualTo(back.plusSeconds(61));
        refused(ask("k", limits), back.plusSeconds(59));
        granted(ask("k", limits), back.plusSeconds(62));
    }

    @Test
    void a_clock_that_is_not_set_yet_neither_empties_nor_blocks_a_window() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_DAY, 3);
        granted(ask("k", limits), NOW);
        granted(ask("k", limits), Instant.EPOCH.plusSeconds(40));

        granted(ask("k", limits), NOW.plusSeconds(30));
        refused(ask("k", limits), NOW.plusSeconds(40));
        refused(ask("k", limits), Instant.EPOCH.plusSeconds(60));
    }

    @Test
    void a_clock_that_ran_years_ahead_holds_nobody_for_years() {
        Limits limits = Limits.NONE.with(Limit.REQUESTS_PER_DAY, 1).with(Limit.REQUESTS_PER_MINUTE, 1);
        granted(ask("k", limits), NOW.plus(Duration.ofDays(3650)));

        assertThat(refused(ask("k", limits), NOW).until())
                .as("what was used still counts")
                .isEqualTo(MIDNIGHT);
        granted(ask("k", limits), MIDNIGHT);
    }

    private static Ask ask(String key, Limits limits) {
        return new Ask(key, limits, 0, 0);
    }

    private Standing standing(String key, Limits limits, Instant now) {
        return ledger.standing(key, limits, now);
    }

    private Granted granted(Ask ask, Instant now) {
        Decision decision = ledger.reserve(ask, now);
        assertThat(decision).isInstanceOf(Granted.class);
        return (Granted) decision;
    }

    private Refused refused(Ask ask, Instant now) {
        Decision decision = ledger.reserve(ask, now);
        assertThat(decision).isInstanceOf(Refused.class);
        return (Refused) decision;
    }

    private static List<Decision> atOnce(int count, IntFunction<Decision> work) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Decision>> asked = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
            for (int i = 0; i < count; i++) {
                int number = i;
                asked.add(threads.submit(() -> {
                    start.await();
                    return work.apply(number);
                }));
            }
            start.countDown();
            List<Decision> decisions = new ArrayList<>();
            for (Future<Decision> each : asked) {
                decisions.add(each.get());
            }
            return decisions;
        }
    }
}
