package dev.olp.store.sqlite;

import static dev.olp.audit.AuditRows.fullRow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditLogContract;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** The contract on SQLite, and what only SQLite can do to us. */
class SqliteAuditLogTest extends AuditLogContract {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final Logger logger = (Logger) LoggerFactory.getLogger(AuditWriter.class);
    private final List<AuditLog> opened = new ArrayList<>();

    @AfterEach
    void close() {
        logger.detachAndStopAllAppenders();
        opened.forEach(AuditLog::close);
    }

    @Override
    protected AuditLog open() {
        return open(SqliteAuditLog.DEFAULT_CAPACITY);
    }

    @Override
    protected AuditLog openAgain() {
        return open();
    }

    private AuditLog open(int capacity) {
        AuditLog log = log(SqliteDatabase.open(folder.resolve("audit.db"), Schema.AUDIT), capacity);
        opened.add(log);
        return log;
    }

    private SqliteAuditLog log(SqliteDatabase database, int capacity) {
        AuditKeeping keeping = new AuditKeeping(new AuditSeals(new byte[32]), folder.resolve("logs/seals.ndjson"), 90);
        return new SqliteAuditLog(database, capacity, keeping, Clock.systemUTC(), System::nanoTime);
    }

    @Test
    void rows_wait_while_another_process_holds_the_database_and_arrive_when_it_lets_go()
            throws SQLException, InterruptedException {
        AuditLog log = open();
        try (Connection other = Connections.writer(folder.resolve("audit.db"), Schema.AUDIT);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            IntStream.range(0, 50).forEach(i -> log.append(fullRow("r-" + i, Outcome.SUCCESS)));
            assertThat(log.latest(100)).isEmpty();
            statement.execute("COMMIT");
        }
        log.flush();

        assertThat(log.latest(100)).hasSize(50);
        assertThat(log.health().lost()).isZero();
    }

    @Test
    void what_finds_no_room_is_counted_and_the_rest_is_kept() throws SQLException, InterruptedException {
        AuditLog log = open(10);
        try (Connection other = Connections.writer(folder.resolve("audit.db"), Schema.AUDIT);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");
            IntStream.range(0, 1000).forEach(i -> log.append(fullRow("r-" + i, Outcome.SUCCESS)));
            statement.execute("COMMIT");
        }
        log.flush();

        List<AuditRecord> kept = log.latest(1000);
        assertThat(log.health().lost()).isPositive();
        assertThat(kept.size() + log.health().lost()).isEqualTo(1000);
        assertThat(kept.getLast().requestId()).isEqualTo("r-0");
    }

    @Test
    void rows_that_cannot_be_written_are_tried_again_until_they_can() throws SQLException, InterruptedException {
        AuditLog log = open();
        ListAppender<ILoggingEvent> events = listen();
        try (Connection other = Connections.writer(folder.resolve("audit.db"), Schema.AUDIT);
                Statement statement = other.createStatement()) {
            statement.execute("ALTER TABLE request RENAME TO aside");
            log.append(fullRow("r-1", Outcome.SUCCESS));
            await().until(() -> List.copyOf(events.list).stream()
                    .anyMatch(event -> event.getMessage().contains("could not be written")));
            statement.execute("ALTER TABLE aside RENAME TO request");
        }
        log.flush();

        assertThat(log.find("r-1")).isPresent();
        assertThat(log.health().lost()).isZero();
    }

    @Test
    void rows_that_cannot_be_written_do_not_keep_the_server_from_stopping_and_are_counted() throws SQLException {
        AuditLog log = open();
        try (Connection other = Connections.writer(folder.resolve("audit.db"), Schema.AUDIT);
                Statement statement = other.createStatement()) {
            statement.execute("ALTER TABLE request RENAME TO aside");
            IntStream.range(0, 3).forEach(i -> log.append(fullRow("r-" + i, Outcome.SUCCESS)));
            log.close();
        }

        assertThat(log.health().lost()).isEqualTo(3);
    }

    /** Each in its own way, as the disk or another program would do it. */
    enum Trouble {
        LOCKED("locked"),
        FULL("full"),
        READ_ONLY("read_only");

        private final String word;

        Trouble(String word) {
            this.word = word;
        }
    }

    @ParameterizedTest
    @EnumSource(Trouble.class)
    void while_the_disk_is_in_trouble_nobody_waits_long_and_then_every_row_arrives(Trouble trouble) throws Exception {
        SqliteDatabase database = SqliteDatabase.open(folder.resolve("audit.db"), Schema.AUDIT);
        SqliteAuditLog log = log(database, SqliteAuditLog.DEFAULT_CAPACITY);
        opened.add(log);
        assertThat(log.append(fullRow("before", Outcome.SUCCESS)).await(PATIENCE))
                .isTrue();

        try (AutoCloseable ended = begin(trouble, database)) {
            await().atMost(PATIENCE).until(() -> {
                log.append(fullRow("filler-" + System.nanoTime(), Outcome.SUCCESS));
                return trouble.word.equals(log.health().failing());
            });
            for (int i = 0; i < 300; i++) {
                assertThat(log.append(fullRow("r-" + i, Outcome.SUCCESS)).await(Duration.ofHours(1)))
                        .isFalse();
            }
            assertThat(log.health().waiting()).isGreaterThan(300);
            assertThat(log.health().failedWrites()).isPositive();
            assertThat(log.health().lag()).isPositive();
        }
        log.flush();
        assertThat(log.health().lag()).isZero();

        assertThat(log.latest(300))
                .hasSize(300)
                .extracting(AuditRecord::requestId)
                .allMatch(id -> id.startsWith("r-"));
        assertThat(log.health().lost()).isZero();
        assertThat(log.health().failing()).isNull();
    }

    /** In place: a mapped file must not shrink. */
    private static void overwrite(Path file) throws IOException {
        byte[] garbage = new byte[Math.toIntExact(Files.size(file))];
        Arrays.fill(garbage, (byte) 'x');
        Files.write(file, garbage, StandardOpenOption.WRITE);
    }

    /** Closing it ends the trouble. */
    private AutoCloseable begin(Trouble trouble, SqliteDatabase database) throws SQLException {
        return switch (trouble) {
            case LOCKED -> {
                Connection other = Connections.writer(folder.resolve("audit.db"), Schema.AUDIT);
                execute(other, "BEGIN EXCLUSIVE");
                yield other;
            }
            case FULL -> pragma(database, "max_page_count = 1", "max_page_count = 1000000");
            case READ_ONLY -> pragma(database, "query_only = 1", "query_only = 0");
        };
    }

    private static AutoCloseable pragma(SqliteDatabase database, String begin, String end) throws SQLException {
        Connection writer = database.write(connection -> connection);
        execute(writer, "PRAGMA " + begin);
        return () -> execute(writer, "PRAGMA " + end);
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    @Test
    void a_database_that_is_overwritten_under_us_is_called_damaged_and_fails_nobody() throws Exception {
        AuditLog log = open();
        IntStream.range(0, 500).forEach(i -> log.append(fullRow("r-" + i, Outcome.SUCCESS)));
        log.flush();

        for (String file : List.of("audit.db", "audit.db-wal", "audit.db-shm")) {
            overwrite(folder.resolve(file));
        }
        await().atMost(PATIENCE).until(() -> {
            log.append(fullRow("late-" + System.nanoTime(), Outcome.SUCCESS));
            return "damaged".equals(log.health().failing());
        });
    }

    private ListAppender<ILoggingEvent> listen() {
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        return appender;
    }
}
