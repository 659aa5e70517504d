package dev.olp.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.audit.AuditRecord.Isolation;
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

    /** A row with something in every column. */
    public static AuditRecord fullRow(String requestId, Outcome outcome) {
        return new AuditRecord(
                requestId,
                Instant.parse("2026-11-29T10:15:30.123Z"),
                "key_1",
                "Ada",
                "guest",
                "POST",
                "/v1/chat/completions",
                "sonnet",
                "claude-sonnet-4-6",
                "anthropic",
                "work",
                outcome,
                200,
                "provider_error",
                1234,
                400L,
                3L,
                12L,
                true,
                "bypass",
                2,
                "anthropic,openai",
                "claude-sonnet-4-6",
                5_000_000_000L,
                4,
                3,
                2,
                true,
                6_000_000_000L,
                new Isolation("per-os-user", "reduced", "bare"),
                "ab".repeat(32),
                "cd".repeat(32),
                "192.0.2.7");
    }

    /** A row with nothing in any column that may be empty. */
    public static AuditRecord bareRow(String requestId) {
        return new AuditRecord(
                requestId,
                Instant.EPOCH,
                null,
                null,
                null,
                "GET",
                "/",
                null,
                null,
                null,
                null,
                Outcome.REFUSED,
                401,
                null,
                0,
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
                null);
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
                "%00");
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

        assertThat(log.health()).isEqualTo(new AuditHealth(0, 0, 0, null));
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
