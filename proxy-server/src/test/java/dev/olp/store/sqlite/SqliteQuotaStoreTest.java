package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading.Overage;
import dev.olp.provider.QuotaReading.Window;
import dev.olp.quota.DayCount;
import dev.olp.quota.PlanAccount;
import dev.olp.quota.QuotaSource;
import dev.olp.quota.QuotaState;
import dev.olp.quota.SeenWindow;
import dev.olp.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteQuotaStoreTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30.123Z");
    private static final QuotaState FULL = new QuotaState(
            new PlanAccount("anthropic", "default"),
            QuotaSource.GATEWAY_HEADERS,
            NOW,
            Map.of(
                    PlanWindow.FIVE_HOURS, new SeenWindow(new Window(0.91, NOW.plusSeconds(60), "allowed"), NOW),
                    PlanWindow.OVERALL, new SeenWindow(new Window(null, null, "rejected"), NOW)),
            "five_hour",
            new Overage(null, "org_level_disabled"),
            List.of("one: 1 (expected: 2)", "two: (expected: 3)"),
            NOW,
            new DayCount(LocalDate.of(2026, 11, 30), 17),
            "a-mark");
    private static final QuotaState EMPTY = QuotaState.nothing(new PlanAccount("openai", "work"), "another");

    @TempDir
    Path folder;

    private SqliteDatabase database;

    @BeforeEach
    void open() {
        database = SqliteDatabase.open(file(), Schema.USAGE);
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void what_is_saved_is_found_as_it_was_after_a_restart() {
        new SqliteQuotaStore(database).save(List.of(FULL, EMPTY));
        database.close();
        open();

        assertThat(new SqliteQuotaStore(database).load()).containsExactlyInAnyOrder(FULL, EMPTY);
    }

    @Test
    void a_state_takes_the_place_of_the_one_before() {
        SqliteQuotaStore store = new SqliteQuotaStore(database);
        store.save(List.of(FULL));
        QuotaState later = new QuotaState(
                FULL.account(),
                QuotaSource.CLI_EVENT,
                NOW.plusSeconds(1),
                FULL.windows(),
                null,
                null,
                List.of(),
                null,
                null,
                null);

        store.save(List.of(later));

        assertThat(store.load()).containsExactly(later);
    }

    @Test
    void all_are_saved_or_none() throws Exception {
        SqliteQuotaStore store = new SqliteQuotaStore(database);
        try (Connection vandal = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = vandal.createStatement()) {
            statement.execute("CREATE TRIGGER broken BEFORE INSERT ON quota_plan WHEN NEW.provider = 'openai'"
                    + " BEGIN SELECT RAISE(ABORT, 'full'); END");
        }

        assertThatThrownBy(() -> store.save(List.of(FULL, EMPTY))).isInstanceOf(StoreException.class);

        assertThat(store.load()).isEmpty();
    }

    private Path file() {
        return folder.resolve("olp.db");
    }
}
