package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.olp.audit.AuditLog;
import dev.olp.audit.AuditLogContract;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The contract on SQLite, and what only SQLite can do to us. */
class SqliteAuditLogTest extends AuditLogContract {
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
        AuditLog log = new SqliteAuditLog(SqliteDatabase.open(folder.resolve("audit.db"), Schema.AUDIT), capacity);
        opened.add(log);
        return log;
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
        assertThat(log.lost()).isZero();
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
        assertThat(log.lost()).isPositive();
        assertThat(kept.size() + log.lost()).isEqualTo(1000);
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
        assertThat(log.lost()).isZero();
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

        assertThat(log.lost()).isEqualTo(3);
    }

    private ListAppender<ILoggingEvent> listen() {
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.start();
        logger.addAppender(appender);
        return appender;
    }
}
