package dev.olp.bench;

import dev.olp.audit.AuditFilter;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditPage.Cursor;
import dev.olp.audit.Outcome;
import dev.olp.audit.UsageSum.Span;
import dev.olp.store.sqlite.AuditKeeping;
import dev.olp.store.sqlite.AuditSeals;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteAuditLog;
import dev.olp.store.sqlite.SqliteDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How long a page of the audit log takes at ten million rows, whatever is asked for and however deep. */
final class AuditPages {
    /** A row with its places in the indexes takes about 530. */
    private static final long BYTES_PER_ROW = 600;

    private static final long LEAST_DISK = 5_000_000_000L;
    private static final int PAGE = 100;
    private static final int TIMES = 3;
    private static final int SEAL_KEY_BYTES = 32;
    private static final int RETENTION_DAYS = 365;
    private static final double TARGET_MS = 200;
    private static final String KEY = "key_0000000000000005";
    private static final String MODEL = "model-1";

    private final Path folder;
    private final long rows;

    /** @param folder on the disk that the rows are to lie on */
    AuditPages(Path folder, long rows) {
        this.folder = folder;
        this.rows = rows;
    }

    List<Row> measure() throws IOException, SQLException {
        long free = Files.getFileStore(folder).getUsableSpace();
        long needed = Math.max(LEAST_DISK, rows * BYTES_PER_ROW);
        if (free < needed) {
            throw new IOException("%s has %d MB free (expected: at least %d MB)"
                    .formatted(folder, free / 1_000_000, needed / 1_000_000));
        }
        Path own = Files.createDirectory(folder.resolve("audit-pages"));
        try {
            Path file = own.resolve("audit.db");
            long begun = System.nanoTime();
            ManyRows.make(file, rows);
            double seconds = (System.nanoTime() - begun) / 1e9;
            Map<String, Double> worst = new LinkedHashMap<>();
            List<Double> all = new ArrayList<>();
            try (AuditLog log = open(file)) {
                for (Question question : questions()) {
                    for (int i = 0; i < TIMES; i++) {
                        double took = time(log, question);
                        all.add(took);
                        worst.merge(question.name(), took, Math::max);
                    }
                }
            }
            return List.of(row(worst, Medians.of(all), seconds, Files.size(file)));
        } finally {
            Folders.remove(own);
        }
    }

    private Row row(Map<String, Double> worst, double median, double seconds, long bytes) {
        List<Map.Entry<String, Double>> slowest = worst.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .toList();
        String names = String.join(
                "; ",
                slowest.stream()
                        .limit(3)
                        .map(each -> "%s: %.0f ms".formatted(each.getKey(), each.getValue()))
                        .toList());
        double most = slowest.getFirst().getValue();
        return Row.of(
                "a page of the audit log at %.1f million rows, the slowest, ms".formatted(rows / 1e6),
                most,
                median,
                "the median of all questions",
                "≤ %.0f ms".formatted(TARGET_MS),
                most <= TARGET_MS,
                "%d questions %d times; %s; rows filled in bulk in %.0f s, %d MB"
                        .formatted(worst.size(), TIMES, names, seconds, bytes / 1_000_000));
    }

    private static AuditLog open(Path file) {
        return new SqliteAuditLog(
                SqliteDatabase.open(file, Schema.AUDIT),
                SqliteAuditLog.DEFAULT_CAPACITY,
                new AuditKeeping(
                        new AuditSeals(new byte[SEAL_KEY_BYTES]), file.resolveSibling("seals.ndjson"), RETENTION_DAYS),
                Clock.systemUTC(),
                System::nanoTime);
    }

    private static double time(AuditLog log, Question question) {
        long begun = System.nanoTime();
        question.ask().of(log);
        return (System.nanoTime() - begun) / 1e6;
    }

    private record Question(String name, Ask ask) {}

    private interface Ask {
        void of(AuditLog log);
    }

    private List<Question> questions() {
        List<Question> all = new ArrayList<>();
        for (@Nullable String key : new @Nullable String[] {null, KEY, ManyRows.RARE_KEY, ManyRows.NARROW_KEY}) {
            for (@Nullable String model : new @Nullable String[] {null, MODEL, ManyRows.RARE_MODEL}) {
                for (@Nullable Outcome outcome : new @Nullable Outcome[] {null, Outcome.SUCCESS, Outcome.REFUSED}) {
                    for (@Nullable Integer status : new @Nullable Integer[] {null, 200, 502}) {
                        pages(all, new AuditFilter(key, outcome, model, status, null, null));
                    }
                }
            }
        }
        Instant middle = at(rows / 2);
        pages(all, new AuditFilter(null, null, null, null, middle, middle.plus(Duration.ofHours(1))));
        pages(all, new AuditFilter(KEY, null, MODEL, null, middle, middle.plus(Duration.ofDays(1))));
        Instant end = at(rows);
        all.add(new Question("the latest rows", log -> log.latest(PAGE)));
        all.add(new Question("one request", log -> log.find("019acb00-0000-7000-8000-%012x".formatted(rows / 3))));
        all.add(new Question("ninety days by day", log -> log.usage(Span.DAY, ManyRows.START, end)));
        all.add(new Question("two days by hour", log -> log.usage(Span.HOUR, end.minus(Duration.ofDays(2)), end)));
        return all;
    }

    private void pages(List<Question> all, AuditFilter filter) {
        all.add(new Question(filter.toString(), log -> log.page(filter, null, PAGE)));
        for (long part : new long[] {10, 2}) {
            long sequence = rows / part;
            Cursor after = new Cursor(at(sequence), sequence);
            all.add(new Question(
                    "%s from row %d on".formatted(filter, sequence), log -> log.page(filter, after, PAGE)));
        }
    }

    private Instant at(long sequence) {
        return ManyRows.START.plusMillis(sequence * ManyRows.step(rows));
    }
}
