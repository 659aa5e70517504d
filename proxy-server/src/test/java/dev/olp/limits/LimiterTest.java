package dev.olp.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.auth.Caller;
import dev.olp.auth.Tier;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteUsageLedger;
import dev.olp.wire.ApiException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimiterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30Z");
    private static final Caller KEY = new Caller("key_1", "phone", Tier.GUEST);
    private static final Limits DEFAULTS = Limits.NONE.with(Limit.TOKENS_PER_DAY, 10_000);
    private static final Limits ANONYMOUS = Limits.NONE.with(Limit.REQUESTS_PER_MINUTE, 1);

    @TempDir
    Path folder;

    private SqliteDatabase database;
    private Limiter limiter;

    @BeforeEach
    void open() {
        database = SqliteDatabase.open(folder.resolve("olp.db"), Schema.USAGE);
        limiter = new Limiter(
                new SqliteUsageLedger(database, ZoneOffset.UTC), DEFAULTS, ANONYMOUS, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void a_key_has_the_defaults_and_anonymous_its_own_and_the_operator_none() throws ApiException {
        Caller anonymous = new Caller(Caller.ANONYMOUS_ID, "anonymous", Tier.ANONYMOUS);
        Caller operator = new Caller(Caller.OWNER_TOKEN_ID, "owner", Tier.OWNER);

        assertThat(limiter.reserve(KEY, 0).standing().limits()).isEqualTo(DEFAULTS);
        assertThat(limiter.reserve(anonymous, 0).standing().limits()).isEqualTo(ANONYMOUS);
        assertThat(limiter.reserve(anonymous, 0)).isInstanceOf(Decision.Refused.class);
        assertThat(limiter.reserve(operator, 0).standing().limits()).isEqualTo(Limits.NONE);
    }

    @Test
    void a_body_holds_a_quarter_of_its_bytes_and_an_answer() throws ApiException {
        Decision.Granted large = (Decision.Granted) limiter.reserve(KEY, 8_000);
        Decision.Granted unknown = (Decision.Granted) limiter.reserve(KEY, -1);

        assertThat(large.reservation().tokens()).isEqualTo(3_000);
        assertThat(unknown.reservation().tokens()).isEqualTo(1_000);
        assertThat(limiter.standing(KEY).remaining(Limit.TOKENS_PER_DAY)).isEqualTo(6_000);
    }

    @Test
    void what_cannot_be_counted_is_not_served_and_an_end_that_cannot_be_counted_hurts_nobody() throws ApiException {
        Decision.Granted before = (Decision.Granted) limiter.reserve(KEY, 0);
        Decision.Granted other = (Decision.Granted) limiter.reserve(KEY, 0);
        database.close();

        ApiException refused = catchThrowableOfType(ApiException.class, () -> limiter.reserve(KEY, 0));
        assertThat(refused.error().status()).isEqualTo(503);
        assertThat(refused.error().code()).isEqualTo("overloaded");
        assertThat(refused.error().headers()).containsKeys("Retry-After", "retry-after-ms");
        limiter.settle(before.reservation(), new Spent(1, 1));
        limiter.release(other.reservation(), true);
    }
}
