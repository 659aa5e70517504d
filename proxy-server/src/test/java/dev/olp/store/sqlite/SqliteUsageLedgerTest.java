package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.limits.Ask;
import dev.olp.limits.Decision;
import dev.olp.limits.KeyLimits;
import dev.olp.limits.Limit;
import dev.olp.limits.Limits;
import dev.olp.limits.UsageLedger;
import dev.olp.limits.UsageLedgerContract;
import dev.olp.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteUsageLedgerTest extends UsageLedgerContract {
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30Z");

    @TempDir
    Path folder;

    private final Deque<SqliteDatabase> opened = new ArrayDeque<>();

    @Override
    protected UsageLedger open() {
        return openAgain();
    }

    @Override
    protected UsageLedger openAgain() {
        return new SqliteUsageLedger(database(Schema.USAGE), ZONE);
    }

    @Override
    protected KeyLimits keyLimits() {
        return new SqliteKeyLimits(database(Schema.KEYS));
    }

    @AfterEach
    void close() {
        opened.forEach(SqliteDatabase::close);
    }

    @Test
    void a_request_that_could_not_be_written_holds_nothing() throws Exception {
        UsageLedger ledger = open();
        Ask ask = new Ask("k", Limits.NONE.with(Limit.CONCURRENT, 1), 0, 0);
        try (Connection vandal = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = vandal.createStatement()) {
            statement.execute(
                    "CREATE TRIGGER broken BEFORE INSERT ON key_usage BEGIN SELECT RAISE(ABORT, 'full'); END");
            assertThatThrownBy(() -> ledger.reserve(ask, NOW)).isInstanceOf(StoreException.class);
            statement.execute("DROP TRIGGER broken");
        }

        assertThat(ledger.reserve(ask, NOW)).isInstanceOf(Decision.Granted.class);
    }

    private SqliteDatabase database(Schema schema) {
        SqliteDatabase database = SqliteDatabase.open(file(), schema);
        opened.push(database);
        return database;
    }

    private Path file() {
        return folder.resolve("olp.db");
    }
}
