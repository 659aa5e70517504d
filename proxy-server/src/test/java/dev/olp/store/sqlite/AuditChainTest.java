package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.audit.AuditRows;
import dev.olp.audit.Outcome;
import dev.olp.audit.Verification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever has the file and not the secret cannot change what it says unseen. */
class AuditChainTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final AuditSeals SEALS =
            new AuditSeals("a secret of thirty-two bytes ....".getBytes(StandardCharsets.US_ASCII));

    @TempDir
    Path folder;

    private final AtomicLong now = new AtomicLong();
    private final AtomicLong ticks = new AtomicLong();
    private Path file;
    private Path sealFile;

    @BeforeEach
    void name() {
        now.set(millis("2026-11-28T12:00:00Z"));
        file = folder.resolve("audit.db");
        sealFile = folder.resolve("logs/audit-seals.ndjson");
    }

    private static long millis(String moment) {
        return Instant.parse(moment).toEpochMilli();
    }

    private SqliteAuditLog open(int retentionDays) {
        InstantSource source = () -> Instant.ofEpochMilli(now.get());
        Clock clock = source.withZone(ZoneOffset.UTC);
        return new SqliteAuditLog(
                SqliteDatabase.open(file, Schema.AUDIT),
                1000,
                new AuditKeeping(SEALS, sealFile, retentionDays),
                clock,
                ticks::get);
    }

    /** Rows 1 to 5 on the 28th, 6 to 10 on the 29th, 11 to 15 on the 30th, which is open. */
    private void threeDays() throws InterruptedException {
        try (SqliteAuditLog log = open(90)) {
            for (int day = 0; day < 3; day++) {
                for (int i = 1; i <= 5; i++) {
                    log.append(AuditRows.fullRow("r-" + (day * 5 + i), Outcome.SUCCESS));
                }
                log.flush();
                now.addAndGet(Duration.ofDays(1).toMillis());
            }
            now.addAndGet(-Duration.ofDays(1).toMillis());
            awaitNoted(2);
        }
    }

    private void awaitNoted(int seals) {
        await().atMost(PATIENCE).until(() -> new SealFile(sealFile).seals().size() == seals);
    }

    private Verification verify() {
        try (SqliteAuditReader reader = SqliteAuditReader.open(file)) {
            return reader.verify(SEALS, sealFile, () -> {});
        }
    }

    private void tamper(String... statements) throws SQLException {
        try (Connection connection = Connections.writer(file, Schema.AUDIT);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void what_nobody_touched_is_good() throws InterruptedException, IOException {
        threeDays();

        Verification found = verify();
        assertThat(found.fault()).isNull();
        assertThat(found.rows()).isEqualTo(15);
        assertThat(found.segments()).isEqualTo(3);
        assertThat(found.notes()).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sealFile)))
                .isEqualTo("rw-------");
    }

    @Test
    void rows_from_before_decisions_were_kept_stay_good() throws Exception {
        try (SqliteAuditLog log = open(90)) {
            log.append(AuditRows.bareRow("r-1"));
            log.flush();
        }
        tamper(
                "ALTER TABLE request DROP COLUMN decisions",
                "ALTER TABLE admission DROP COLUMN decisions",
                "DROP TABLE fallback_hour",
                "ALTER TABLE usage_hour DROP COLUMN cache_hits",
                "ALTER TABLE usage_hour DROP COLUMN cache_attached",
                "ALTER TABLE usage_hour DROP COLUMN cache_misses",
                "ALTER TABLE usage_day DROP COLUMN cache_hits",
                "ALTER TABLE usage_day DROP COLUMN cache_attached",
                "ALTER TABLE usage_day DROP COLUMN cache_misses",
                "DELETE FROM flyway_schema_history WHERE CAST(version AS INTEGER) > 5",
                "PRAGMA user_version = 5");

        try (SqliteAuditLog log = open(90)) {
            log.append(AuditRows.fullRow("r-2", Outcome.SUCCESS));
            log.flush();
        }

        assertThat(verify().fault()).isNull();
        assertThat(verify().rows()).isEqualTo(2);
        tamper("UPDATE request SET decisions = '[]' WHERE request_id = 'r-1'");
        assertThat(verify().fault()).contains("row 1 (request r-1) was altered");
    }

    @Test
    void a_log_without_rows_is_good() {
        open(90).close();

        assertThat(verify()).isEqualTo(new Verification(0, 0, 0, 0, 0, List.of(), null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UPDATE request SET status = 500 WHERE sequence = 7                        | row 7 (request r-7) was altered
            UPDATE request SET key_id = 'key_2' WHERE sequence = 1                    | row 1 (request r-1) was altered
            UPDATE request SET cost_micros = NULL WHERE sequence = 15                 | row 15 (request r-15) was altered
            UPDATE request SET key_name = 'Eve' WHERE sequence = 8                    | row 8 (request r-8) was altered
            UPDATE request SET client_address = NULL WHERE sequence = 8               | row 8 (request r-8) was altered
            UPDATE request SET key_name = NULL, user_hash = NULL, client_address = NULL, personal_salt = NULL WHERE sequence = 8 | its key was not erased
            UPDATE request SET hash = zeroblob(32) WHERE sequence = 9                 | row 9 (request r-9) was altered
            UPDATE request SET decisions = NULL WHERE sequence = 9                    | row 9 (request r-9) was altered
            UPDATE request SET decisions = '[]' WHERE sequence = 9                    | row 9 (request r-9) was altered
            DELETE FROM request WHERE sequence = 3                                    | row 3 is missing
            DELETE FROM request WHERE sequence = 5                                    | row 5 is missing
            DELETE FROM request WHERE sequence BETWEEN 6 AND 10                       | row 6 is missing
            DELETE FROM request WHERE sequence >= 14                                  | row 14 is missing
            DELETE FROM request WHERE sequence >= 11; DELETE FROM segment WHERE number = 3; UPDATE segment SET sealed_at = NULL WHERE number = 2 | the seal of segment 2
            DELETE FROM request WHERE sequence >= 6; DELETE FROM segment WHERE number >= 2 | segment 2 was sealed and is missing
            DELETE FROM segment WHERE number = 2                                      | segment 2 is missing
            DELETE FROM segment                                                       | segment 1 was sealed and is missing
            UPDATE segment SET dropped_at = 1 WHERE number = 1; DELETE FROM request WHERE sequence <= 5 | is not genuine: its rows are lost
            UPDATE segment SET last_sequence = 14 WHERE number = 3; DELETE FROM request WHERE sequence = 15 | row 14 is not the last
            UPDATE segment SET day = '2026-11-01' WHERE number = 1                    | the seal of segment 1
            INSERT INTO request SELECT sequence + 5, printf('x%s', request_id), at, key_id, key_name, tier, method, path, requested_model, served_model, provider, outcome, status, error_code, latency_ms, first_token_ms, queue_ms, spawn_ms, stream, hops, tried_providers, input_tokens, cached_tokens, output_tokens, reasoning_tokens, usage_estimated, user_hash, request_hash, client_address, account, cost_micros, cache_status, isolation_tier, sandbox, sandbox_profile, chain_id, hash, personal_salt, personal_hash, decisions FROM request WHERE sequence = 15 | row 20 was inserted
            """)
    void what_was_changed_is_found_and_named(String statements, String fault) throws Exception {
        threeDays();

        tamper(statements.split(";"));

        assertThat(verify().fault()).contains(fault);
    }

    @Test
    void a_whole_open_day_signed_by_another_secret_is_found() throws Exception {
        threeDays();
        tamper(
                "DELETE FROM request WHERE sequence >= 12",
                "UPDATE segment SET last_sequence = 11, last_hash = (SELECT hash FROM request WHERE sequence = 11)"
                        + " WHERE number = 3");

        assertThat(verify().fault()).contains("the seal of segment 3").contains("rows up to 11 may have been cut");
    }

    @Test
    void another_database_in_its_place_does_not_match_the_seals_outside() throws Exception {
        threeDays();
        for (String suffix : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(Path.of(file + suffix));
        }
        now.set(millis("2026-11-28T12:00:00Z"));
        Path kept = sealFile;
        sealFile = folder.resolve("elsewhere/seals.ndjson");
        threeDays();
        sealFile = kept;

        assertThat(verify().fault()).contains("is another one outside the database");
    }

    @Test
    void seals_that_are_no_longer_noted_outside_are_worth_a_note() throws Exception {
        threeDays();
        Files.delete(sealFile);

        Verification found = verify();
        assertThat(found.fault()).isNull();
        assertThat(found.notes()).hasSize(2);
    }

    @Test
    void erased_rows_stay_in_the_chain() throws Exception {
        threeDays();
        try (SqliteAuditLog log = open(90)) {
            assertThat(log.erase("key_1")).isEqualTo(15);
            log.append(AuditRows.fullRow("r-16", Outcome.SUCCESS));
            log.flush();
        }

        Verification found = verify();
        assertThat(found.fault()).isNull();
        assertThat(found.rows()).isEqualTo(16);
        assertThat(found.erased()).isEqualTo(15);

        tamper("UPDATE request SET key_name = NULL, user_hash = NULL, client_address = NULL, personal_salt = NULL"
                + " WHERE sequence = 16");
        assertThat(verify().fault()).contains("row 16").contains("its key was not erased");
        tamper("UPDATE erasure SET up_to_sequence = 16");
        assertThat(verify().fault()).contains("is not genuine");
    }

    private static String rawOf(String path) throws IOException {
        return Files.exists(Path.of(path))
                ? new String(Files.readAllBytes(Path.of(path)), StandardCharsets.ISO_8859_1)
                : "";
    }

    @Test
    void what_was_erased_is_in_no_file_any_more() throws Exception {
        try (SqliteAuditLog log = open(90)) {
            for (int i = 0; i < 200; i++) {
                log.append(AuditRows.fullRow("r-" + i, Outcome.SUCCESS));
            }
            log.flush();
            log.erase("key_1");
        }

        assertThat(rawOf(file.toString())).contains("claude-sonnet-4-6").doesNotContain("192.0.2.7", "ab".repeat(32));
        assertThat(rawOf(file + "-wal")).doesNotContain("192.0.2.7");
    }

    @Test
    void retention_drops_whole_days_keeps_their_seals_and_is_told_from_loss() throws Exception {
        threeDays();
        now.set(millis("2026-12-09T00:30:00Z"));
        try (SqliteAuditLog log = open(10)) {
            awaitNoted(3);
            assertThat(log.latest(100)).as("while the date may be a mistake").hasSize(15);
            ticks.addAndGet(Duration.ofHours(2).toNanos());
            log.append(AuditRows.fullRow("r-16", Outcome.SUCCESS));
            await().atMost(PATIENCE).until(() -> log.latest(100).size() == 11);
        }

        Verification found = verify();
        assertThat(found.fault()).isNull();
        assertThat(found.dropped()).isOne();
        assertThat(found.rows()).isEqualTo(11);

        tamper("DELETE FROM request WHERE sequence BETWEEN 6 AND 10");
        assertThat(verify().fault()).isEqualTo("row 6 is missing");
    }

    @Test
    void a_clock_that_jumps_makes_segments_and_no_fault() throws Exception {
        try (SqliteAuditLog log = open(1)) {
            for (String day : List.of("1970-01-01", "2026-11-30", "2036-01-01", "2026-11-30", "2026-11-29")) {
                now.set(millis(day + "T23:59:00Z"));
                log.append(AuditRows.fullRow("r-" + day + "-" + ticks.incrementAndGet(), Outcome.SUCCESS));
                log.flush();
            }
        }

        Verification found = verify();
        assertThat(found.fault()).isNull();
        assertThat(found.segments()).isEqualTo(5);
        assertThat(found.dropped()).isZero();
        assertThat(found.rows()).isEqualTo(5);
    }

    @Test
    void two_handles_write_one_chain() throws Exception {
        try (SqliteAuditLog one = open(90);
                SqliteAuditLog other = open(90)) {
            for (int i = 0; i < 50; i++) {
                one.append(AuditRows.fullRow("one-" + i, Outcome.SUCCESS));
                other.append(AuditRows.fullRow("other-" + i, Outcome.SUCCESS));
            }
            one.flush();
            other.flush();
        }

        assertThat(verify().fault()).isNull();
        assertThat(verify().rows()).isEqualTo(100);
    }

    @Test
    void hostile_text_and_cut_surrogates_verify_like_any_other() throws Exception {
        try (SqliteAuditLog log = open(90)) {
            log.append(AuditRows.bareRow("r-\uD83D\u0000'\"; --"));
            log.append(AuditRows.bareRow("r-2"));
            log.flush();
        }

        assertThat(verify().fault()).isNull();
        assertThat(verify().rows()).isEqualTo(2);
    }
}
