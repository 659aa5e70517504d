package dev.olp.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import dev.olp.limits.Limit;
import dev.olp.limits.OwnLimits;
import dev.olp.registry.ModelRegistry;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyLimits;
import dev.olp.store.sqlite.SqliteKeyStore;
import dev.olp.wire.ApiException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class KeyLimitsApiTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

    @TempDir
    Path folder;

    private SqliteKeyStore keys;
    private SqliteKeyLimits limits;
    private KeysApi api;
    private String id;

    @BeforeEach
    void open() {
        Tokens tokens = new Tokens(new SecureRandom());
        SqliteDatabase database = SqliteDatabase.open(folder.resolve("olp.db"), Schema.KEYS);
        keys = new SqliteKeyStore(database, tokens::createKeyId);
        limits = new SqliteKeyLimits(database);
        api = new KeysApi(
                keys,
                limits,
                ModelRegistry.load(folder),
                provider -> new TreeSet<>(),
                tokens,
                key -> {},
                Clock.fixed(NOW, ZoneOffset.UTC));
        id = keys.create("phone", Tier.GUEST, Tokens.hash("t"), null, NOW).id();
    }

    @AfterEach
    void close() {
        keys.close();
    }

    @Test
    void a_number_limits_and_none_lifts_and_default_and_null_take_back() throws ApiException {
        ObjectNode body = call("PATCH", """
                {"requests_per_day":20,"usd_per_month":7.50,"concurrent":"none","tokens_per_day":5}""");
        assertThat(body.at("/limits/requests_per_day").intValue()).isEqualTo(20);
        assertThat(body.at("/limits/usd_per_month").decimalValue()).isEqualByComparingTo("7.5");
        assertThat(body.at("/limits/concurrent").asString("")).isEqualTo("none");
        assertThat(body.at("/limits/requests_per_week").asString("")).isEqualTo("default");
        assertThat(limits.of(id).amounts()).containsEntry(Limit.USD_PER_MONTH, 7_500_000L);

        call("PATCH", "{\"requests_per_day\":\"default\",\"tokens_per_day\":null}");
        assertThat(limits.of(id))
                .isEqualTo(OwnLimits.NONE.with(Limit.USD_PER_MONTH, 7_500_000).lifting(Limit.CONCURRENT));

        call("PATCH", "{\"clear\":true,\"requests_per_week\":3}");
        assertThat(limits.of(id)).isEqualTo(OwnLimits.NONE.with(Limit.REQUESTS_PER_WEEK, 3));
        assertThat(call("GET", "{}").at("/limits/requests_per_week").intValue()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"requests_per_day\":0}",
                "{\"requests_per_day\":-1}",
                "{\"requests_per_day\":1.5}",
                "{\"requests_per_day\":1e30}",
                "{\"requests_per_day\":99999999999999999999999}",
                "{\"requests_per_day\":\"3\"}",
                "{\"requests_per_day\":true}",
                "{\"requests_per_day\":[1]}",
                "{\"clear\":true,\"requests_per_day\":\"x\"}"
            })
    void what_is_no_limit_is_refused_and_changes_nothing(String body) throws ApiException {
        call("PATCH", "{\"concurrent\":2}");

        ApiException refused = catchThrowableOfType(ApiException.class, () -> call("PATCH", body));
        assertThat(refused.error().status()).isEqualTo(400);
        assertThat(refused.error().param()).isEqualTo("requests_per_day");
        assertThat(limits.of(id)).isEqualTo(OwnLimits.NONE.with(Limit.CONCURRENT, 2));
    }

    @Test
    void an_unknown_field_is_refused_by_its_name() {
        ApiException refused =
                catchThrowableOfType(ApiException.class, () -> call("PATCH", "{\"requests_per_hour\":1}"));

        assertThat(refused.error().param()).isEqualTo("requests_per_hour");
    }

    @Test
    void a_revoked_key_has_no_more_changes_and_an_erased_one_no_limits() throws ApiException {
        call("PATCH", "{\"concurrent\":2}");
        keys.revoke(id, NOW);
        ApiException refused = catchThrowableOfType(ApiException.class, () -> call("PATCH", "{\"concurrent\":3}"));
        assertThat(refused.error().code()).isEqualTo("key_revoked");

        api.call("POST", List.of(id, "erase"), JsonMapper.shared().createObjectNode());
        assertThat(limits.of(id)).isEqualTo(OwnLimits.NONE);
    }

    private ObjectNode call(String method, String body) throws ApiException {
        return api.call(method, List.of(id, "limits"), (ObjectNode)
                        JsonMapper.shared().readTree(body))
                .body();
    }
}
