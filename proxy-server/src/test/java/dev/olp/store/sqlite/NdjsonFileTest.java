package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.audit.AuditRows;
import dev.olp.audit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class NdjsonFileTest {
    @TempDir
    Path folder;

    @Test
    void a_committed_row_is_a_line_in_the_seeds_form_and_ours_alone_to_read() throws IOException, InterruptedException {
        AuditKeeping keeping = new AuditKeeping(
                new AuditSeals(new byte[32]),
                folder.resolve("seals"),
                () -> 90,
                new NdjsonFile(folder.resolve("logs"), Clock.systemUTC()));
        try (SqliteAuditLog log = new SqliteAuditLog(
                SqliteDatabase.open(folder.resolve("audit.db"), Schema.AUDIT),
                10,
                keeping,
                Clock.systemUTC(),
                System::nanoTime)) {
            log.admit(AuditRows.fullRow("r-0", Outcome.INTERRUPTED));
            log.append(AuditRows.fullRow("r-1", Outcome.SUCCESS));
            log.append(AuditRows.fullRow("r-1", Outcome.SUCCESS));
            log.flush();
        }

        Path file = folder.resolve("logs/audit.ndjson");
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(1);
        JsonNode line = JsonMapper.shared().readTree(lines.getFirst());
        assertThat(line.propertyNames())
                .containsExactly(
                        "ts",
                        "key_id",
                        "owner_tier",
                        "method",
                        "path",
                        "provider",
                        "model",
                        "status_code",
                        "latency_ms",
                        "cache_status",
                        "fallback_hops",
                        "tried_providers",
                        "error_code",
                        "ir_request_hash",
                        "chain_id");
        assertThat(lines.getFirst()).doesNotContain("Ada", "192.0.2.7");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void a_finished_day_gets_its_name_after_a_restart_too_and_nothing_is_overwritten() throws IOException {
        Path file = folder.resolve("audit.ndjson");
        for (String left : List.of("one", "two")) {
            Files.writeString(file, left + "\n");
            Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-11-28T23:59:59Z")));
            new NdjsonFile(folder, Clock.systemUTC()).append(List.of(AuditRows.bareRow(left)));
            assertThat(Files.readAllLines(file)).hasSize(1);
            assertThat(LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC))
                    .isAfter(LocalDate.parse("2026-11-28"));
        }

        assertThat(Files.readAllLines(folder.resolve("audit-2026-11-28.ndjson")))
                .containsExactly("one", "two");
    }
}
