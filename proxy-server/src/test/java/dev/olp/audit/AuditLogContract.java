package dev.olp.audit;

import static dev.olp.audit.AuditRows.bareRow;
import static dev.olp.audit.AuditRows.fullRow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link AuditLog} does. */
public abstract class AuditLogContract {
    private static final Duration SOON = Duration.ofSeconds(10);

    private AuditLog log;

    /** An empty log; the caller closes it after the test. */
    protected abstract AuditLog open();

    /** Another handle on what {@link #open} made. */
    protected abstract AuditLog openAgain();

    @BeforeEach
    void openLog() {
        log = open();
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void a_row_of_every_outcome_comes_back_as_it_was(Outcome outcome) throws InterruptedException {
        AuditRecord row = fullRow("r-1", outcome);
        log.append(row);
        log.flush();

        assertThat(log.find("r-1")).contains(row);
        assertThat(log.latest(5)).containsExactly(row);
    }

    @Test
    void a_row_with_nothing_optional_comes_back_as_it_was() throws InterruptedException {
        AuditRecord row = bareRow("r-1");
        log.append(row);
        log.flush();

        assertThat(log.find("r-1")).contains(row);
    }

    @Test
    void hostile_text_is_kept_as_text() throws InterruptedException {
        AuditRecord full = fullRow("r'; DROP TABLE request; --", Outcome.CLIENT_ERROR);
        AuditRecord row = new AuditRecord(
                full.requestId(),
                full.at(),
                null,
                null,
                null,
                "GET",
                "/<script>\u0000é\uD83D\uDE00",
                "'\"\\",
                null,
                null,
                null,
                full.outcome(),
                404,
                null,
                1,
                null,
                null,
                null,
                false,
                null,
                0,
                null,
                null,
                0,
                0,
                0,
                0,
                false,
                null,
                null,
                null,
                null,
                "%00",
                "[\u0000");
        log.append(row);
        log.flush();

        assertThat(log.find(row.requestId())).contains(row);
    }

    @Test
    void a_receipt_says_when_its_row_is_there() throws InterruptedException {
        AuditRecord row = fullRow("r-1", Outcome.SUCCESS);

        assertThat(log.append(row).await(SOON)).isTrue();
        assertThat(log.find("r-1")).contains(row);
        assertThat(log.append(row).await(SOON)).as("a second row of it").isFalse();
    }

    @Test
    void an_admission_is_no_row_until_its_request_ends() throws InterruptedException {
        AuditRecord row = fullRow("r-1", Outcome.SUCCESS);

        assertThat(log.admit(fullRow("r-1", Outcome.INTERRUPTED)).await(SOON)).isTrue();
        assertThat(log.find("r-1")).isEmpty();
        log.append(row);
        log.flush();

        assertThat(log.find("r-1")).contains(row);
        assertThat(log.closeInterrupted()).isZero();
    }

    @Test
    void admissions_that_were_left_open_become_rows_at_the_next_start() throws InterruptedException {
        AuditRecord left = fullRow("r-1", Outcome.INTERRUPTED);
        log.admit(left);
        log.admit(bareRow("r-2"));
        log.admit(fullRow("r-3", Outcome.INTERRUPTED));
        log.append(fullRow("r-3", Outcome.SUCCESS));
        log.close();

        AuditLog again = openAgain();

        assertThat(again.closeInterrupted()).isEqualTo(2);
        assertThat(again.find("r-1")).contains(left);
        assertThat(again.find("r-2")).contains(bareRow("r-2"));
        assertThat(again.find("r-3").orElseThrow().outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(again.closeInterrupted()).isZero();
    }

    @Test
    void pages_follow_each_other_without_gaps_while_rows_come() throws InterruptedException {
        for (int i = 0; i < 25; i++) {
            log.append(fullRow("r-" + i, i % 5 == 0 ? Outcome.REFUSED : Outcome.SUCCESS));
        }
        log.flush();

        List<String> seen = new ArrayList<>();
        AuditPage page = log.page(AuditFilter.ALL, null, 10);
        while (page.next() != null) {
            page.rows().forEach(row -> seen.add(row.requestId()));
            log.append(fullRow("late-" + seen.size(), Outcome.SUCCESS));
            log.flush();
            page = log.page(AuditFilter.ALL, AuditPage.Cursor.parse(page.next().toString()), 10);
        }
        page.rows().forEach(row -> seen.add(row.requestId()));

        assertThat(seen)
                .containsExactlyElementsOf(
                        IntStream.range(0, 25).mapToObj(i -> "r-" + (24 - i)).toList());
    }

    @Test
    void filters_are_all_held_to_at_once() throws InterruptedException {
        log.append(fullRow("r-1", Outcome.SUCCESS));
        log.append(fullRow("r-2", Outcome.PROVIDER_FAULT));
        log.append(bareRow("r-3"));
        log.flush();
        Instant at = fullRow("r", Outcome.SUCCESS).at();

        assertThat(ids(new AuditFilter("key_1", null, null, null, null, null))).containsExactly("r-2", "r-1");
        assertThat(ids(new AuditFilter(null, Outcome.PROVIDER_FAULT, null, null, null, null)))
                .containsExactly("r-2");
        assertThat(ids(new AuditFilter(null, Outcome.SUCCESS, null, 200, null, null)))
                .containsExactly("r-1");
        assertThat(ids(new AuditFilter(null, null, "claude-sonnet-4-6", null, at, at.plusMillis(1))))
                .containsExactly("r-2", "r-1");
        assertThat(ids(new AuditFilter(null, null, null, null, null, at))).containsExactly("r-3");
        assertThat(ids(new AuditFilter(null, null, null, 401, null, null))).containsExactly("r-3");
        assertThat(ids(new AuditFilter("key_1", null, null, 401, null, null))).isEmpty();
        assertThat(ids(new AuditFilter("' OR 1=1 --", null, null, null, null, null)))
                .isEmpty();
    }

    private List<String> ids(AuditFilter filter) {
        return log.page(filter, null, 100).rows().stream()
                .map(AuditRecord::requestId)
                .toList();
    }

    @Test
    void sums_are_kept_by_hour_and_day() throws InterruptedException {
        AuditRecord row = fullRow("r-1", Outcome.SUCCESS);
        log.append(row);
        log.append(fullRow("r-2", Outcome.PROVIDER_FAULT));
        log.append(row);
        log.append(bareRow("r-3"));
        log.flush();

        UsageSum sum = new UsageSum(
                Instant.parse("2026-11-29T10:00:00Z"),
                "key_1",
                "anthropic",
                "claude-sonnet-4-6",
                2,
                1,
                2 * row.inputTokens(),
                2 * row.cachedTokens(),
                2 * row.outputTokens(),
                2 * row.reasoningTokens(),
                12_000_000_000L,
                0,
                0,
                0);
        assertThat(log.usage(
                        UsageSum.Span.HOUR,
                        Instant.parse("2026-11-01T00:00:00Z"),
                        Instant.parse("2026-12-01T00:00:00Z")))
                .contains(sum);
        assertThat(log.usage(UsageSum.Span.DAY, Instant.EPOCH, Instant.parse("2026-11-30T00:00:00Z")))
                .extracting(UsageSum::start, UsageSum::requests, UsageSum::errors)
                .containsExactly(tuple(Instant.EPOCH, 1L, 1L), tuple(Instant.parse("2026-11-29T00:00:00Z"), 2L, 1L));
    }

    @Test
    void sums_are_added_up_by_provider_and_by_day() throws InterruptedException {
        log.append(fullRow("r-1", Outcome.SUCCESS));
        log.append(fullRow("r-2", Outcome.PROVIDER_FAULT));
        log.append(bareRow("r-3"));
        log.flush();
        Instant from = Instant.parse("2026-11-29T00:00:00Z");
        Instant to = Instant.parse("2026-11-30T00:00:00Z");

        assertThat(log.totals(UsageSum.Span.HOUR, UsageSum.By.PROVIDER, from, to))
                .extracting(
                        UsageSum::start,
                        UsageSum::keyId,
                        UsageSum::provider,
                        UsageSum::requests,
                        UsageSum::outputTokens)
                .containsExactly(tuple(from, "", "anthropic", 2L, 6L));
        assertThat(log.totals(UsageSum.Span.DAY, UsageSum.By.START, Instant.EPOCH, to))
                .extracting(UsageSum::start, UsageSum::provider, UsageSum::errors)
                .containsExactly(tuple(Instant.EPOCH, "", 1L), tuple(from, "", 1L));
    }

    @Test
    void chains_that_fell_back_are_counted_by_who_served_them() throws InterruptedException {
        log.append(fullRow("r-1", Outcome.SUCCESS));
        log.append(fullRow("r-2", Outcome.PROVIDER_FAULT));
        log.append(bareRow("r-3"));
        log.flush();

        assertThat(log.fallbacks(Instant.EPOCH, Instant.parse("2026-11-30T00:00:00Z"), 10))
                .containsExactly(new FallbackSum("claude-sonnet-4-6", "anthropic", "claude-sonnet-4-6", 2, 1));
        assertThat(log.fallbacks(Instant.EPOCH, Instant.parse("2026-11-29T10:00:00Z"), 10))
                .isEmpty();
    }

    @Test
    void erasing_a_key_blanks_what_is_personal_in_its_rows_and_nothing_else() throws InterruptedException {
        AuditRecord row = fullRow("r-1", Outcome.SUCCESS);
        AuditRecord nobodys = bareRow("r-2");
        log.append(row);
        log.append(nobodys);
        log.flush();

        assertThat(log.erase("key_1")).isOne();

        AuditRecord erased = log.find("r-1").orElseThrow();
        assertThat(erased.keyName()).isNull();
        assertThat(erased.userHash()).isNull();
        assertThat(erased.clientAddress()).isNull();
        assertThat(erased)
                .usingRecursiveComparison()
                .ignoringFields("keyName", "userHash", "clientAddress")
                .isEqualTo(row);
        assertThat(log.find("r-2")).contains(nobodys);
        assertThat(log.erase("no-such-key")).isZero();
    }

    @Test
    void a_log_that_writes_is_well() throws InterruptedException {
        log.append(fullRow("r-1", Outcome.SUCCESS));
        log.flush();

        assertThat(log.health()).isEqualTo(new AuditHealth(0, 0, Duration.ZERO, 0, null));
    }

    @Test
    void the_newest_rows_come_first_and_no_more_than_asked_for() throws InterruptedException {
        IntStream.range(0, 700).forEach(i -> log.append(fullRow("r-" + i, Outcome.SUCCESS)));
        log.flush();

        assertThat(log.latest(3)).extracting(AuditRecord::requestId).containsExactly("r-699", "r-698", "r-697");
        assertThat(log.latest(0)).isEmpty();
        assertThat(log.latest(10_000)).hasSize(700);
        assertThat(log.health().lost()).isZero();
    }

    @Test
    void an_unknown_request_has_no_row() {
        assertThat(log.find("none")).isEmpty();
    }

    @Test
    void a_second_row_of_one_request_changes_nothing_and_is_counted() throws InterruptedException {
        AuditRecord first = fullRow("r-1", Outcome.SUCCESS);
        log.append(first);
        log.append(fullRow("r-1", Outcome.SERVER_FAULT));
        log.append(fullRow("r-2", Outcome.SUCCESS));
        log.flush();

        assertThat(log.find("r-1")).contains(first);
        assertThat(log.find("r-2")).isPresent();
        assertThat(log.health().lost()).isEqualTo(1);
    }

    @Test
    void rows_from_many_threads_all_arrive() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            int thread = t;
            threads.add(Thread.startVirtualThread(() ->
                    IntStream.range(0, 100).forEach(i -> log.append(fullRow(thread + "-" + i, Outcome.SUCCESS)))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        log.flush();

        assertThat(log.latest(1000))
                .extracting(AuditRecord::requestId)
                .doesNotHaveDuplicates()
                .hasSize(800);
    }

    @Test
    void closing_writes_what_still_waits_and_later_rows_are_counted_as_lost() {
        IntStream.range(0, 500).forEach(i -> log.append(fullRow("r-" + i, Outcome.SUCCESS)));
        log.close();
        log.append(fullRow("late", Outcome.SUCCESS));

        assertThat(log.health().lost()).isEqualTo(1);
        AuditLog again = openAgain();
        assertThat(again.latest(1000)).hasSize(500);
    }
}
