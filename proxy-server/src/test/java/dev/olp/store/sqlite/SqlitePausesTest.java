package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Fault;
import dev.olp.routing.pauses.Account;
import dev.olp.routing.pauses.Pause;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlitePausesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30.123Z");
    private static final Account ONE = new Account("anthropic", "default");
    private static final Account OTHER = new Account("anthropic", "second");

    @TempDir
    Path folder;

    @Test
    void keepsOnePauseForEachAccountOverARestart() {
        Pause last = pause(ONE, Fault.Kind.USAGE_LIMIT, NOW.plusSeconds(60));
        Pause other = pause(OTHER, Fault.Kind.TIMEOUT, null);
        try (SqliteDatabase database = open()) {
            SqlitePauses pauses = new SqlitePauses(database);
            pauses.save(pause(ONE, Fault.Kind.RATE_LIMIT, null));
            pauses.save(last);
            pauses.save(other);
        }
        try (SqliteDatabase database = open()) {
            SqlitePauses pauses = new SqlitePauses(database);
            assertThat(pauses.all()).containsExactlyInAnyOrder(last, other);
            pauses.remove(ONE);
            pauses.remove(ONE);
            assertThat(pauses.all()).containsExactly(other);
        }
    }

    private SqliteDatabase open() {
        return SqliteDatabase.open(folder.resolve("olp.db"), Schema.USAGE);
    }

    private static Pause pause(Account account, Fault.Kind kind, @Nullable Instant reset) {
        return new Pause(account, kind, reset, NOW, NOW.plusSeconds(90), 2, "mark");
    }
}
