package dev.olp.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.auth.ApiKey;
import dev.olp.auth.Tokens;
import dev.olp.registry.ModelRegistry;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyLimits;
import dev.olp.store.sqlite.SqliteKeyStore;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class KeysApiTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

    private final List<String> erased = new ArrayList<>();

    @TempDir
    Path folder;

    private SqliteKeyStore keys;

    private KeysApi api;

    @BeforeEach
    void open() {
        Tokens tokens = new Tokens(new SecureRandom());
        SqliteDatabase database = SqliteDatabase.open(folder.resolve("olp.db"), Schema.KEYS);
        keys = new SqliteKeyStore(database, tokens::createKeyId);
        api = new KeysApi(
                keys,
                new SqliteKeyLimits(database),
                ModelRegistry.load(folder),
                provider -> new TreeSet<>(List.of("default", "work")),
                tokens,
                erased::add,
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @AfterEach
    void close() {
        keys.close();
    }

    @Test
    void a_key_is_made_with_all_its_terms_and_shows_its_token_once() throws ApiException {
        KeysApi.Reply reply = api.call("POST", List.of(), json("""
                {"name": "Ada", "providers": ["anthropic", "openai"], "models": ["sonnet", "gpt-5.5"],
                 "accounts": {"anthropic": "work"}, "min_tier": "per-os-user", "expires_at": "2027-01-31T18:00:01+01:00",
                 "notes": "<b>her laptop</b>"}"""));

        assertThat(reply.status()).isEqualTo(201);
        String token = reply.body().path("token").stringValue();
        assertThat(token).matches("olp_[A-Za-z0-9_-]{43}");
        ObjectNode shown = get("Ada");
        assertThat(shown).isEqualTo(reply.body().deepCopy().without("token"));
        assertThat(shown.path("models").toString()).isEqualTo("[\"claude-sonnet-4-6\",\"gpt-5.5\"]");
        assertThat(shown.path("expires_at").stringValue()).isEqualTo("2027-01-31T17:00:01Z");
        assertThat(shown.path("tier").stringValue()).isEqualTo("guest");
        assertThat(shown.path("state").stringValue()).isEqualTo("valid");
        assertThat(shown.path("min_tier").stringValue()).isEqualTo("per-os-user");
        assertThat(shown.at("/accounts/anthropic").stringValue()).isEqualTo("work");
        assertThat(list().toString()).contains("Ada").doesNotContain(token, "token\"", "hash");
    }

    @Test
    void what_is_not_named_stays_and_null_takes_a_condition_away() throws ApiException {
        create("{\"name\": \"Ada\", \"providers\": [\"openai\"], \"models\": [\"gpt-5.5\"], \"notes\": \"n\"}");

        api.call("PATCH", List.of("Ada"), json("{\"models\": null, \"name\": \"Ada B.\"}"));

        JsonNode changed = get("Ada B.");
        assertThat(changed.path("models").isNull()).isTrue();
        assertThat(changed.path("providers").toString()).isEqualTo("[\"openai\"]");
        assertThat(changed.path("notes").stringValue()).isEqualTo("n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|name",
                "{\"name\": 7}|name",
                "{\"name\": \"<img onerror=x>\"}|name",
                "{\"name\": \"a'; DROP TABLE api_key; --\"}|name",
                "{\"name\": \"a\", \"nmae\": 1}|nmae",
                "{\"name\": \"a\", \"token_hash\": \"00\"}|token_hash",
                "{\"name\": \"a\", \"id\": \"key_1\"}|id",
                "{\"name\": \"a\", \"tier\": \"anonymous\"}|tier",
                "{\"name\": \"a\", \"tier\": \"OWNER\"}|tier",
                "{\"name\": \"a\", \"providers\": \"openai\"}|providers",
                "{\"name\": \"a\", \"providers\": [\"nobody\"]}|providers",
                "{\"name\": \"a\", \"providers\": [[]]}|providers",
                "{\"name\": \"a\", \"models\": [\"sonet\"]}|models",
                "{\"name\": \"a\", \"models\": [null]}|models",
                "{\"name\": \"a\", \"accounts\": {\"openai\": \"../../etc\"}}|accounts",
                "{\"name\": \"a\", \"accounts\": {\"openai\": \"other\"}}|accounts",
                "{\"name\": \"a\", \"accounts\": {\"openai\": 1}}|accounts",
                "{\"name\": \"a\", \"accounts\": {\"nobody\": \"work\"}}|accounts",
                "{\"name\": \"a\", \"min_tier\": \"most\"}|min_tier",
                "{\"name\": \"a\", \"expires_at\": \"2026-11-29T10:00:00Z\"}|expires_at",
                "{\"name\": \"a\", \"expires_at\": \"tomorrow\"}|expires_at",
                "{\"name\": \"a\", \"expires_at\": 1}|expires_at",
                "{\"name\": \"a\", \"notes\": \"a\\nb\"}|notes",
                "{\"name\": \"a\", \"notes\": \"a\\u202eb\"}|notes",
                "{\"name\": \"a\", \"advertise\": 1}|advertise",
                "{\"name\": \"a\", \"advertise\": true}|providers",
                "{\"name\": \"a\", \"advertise\": true, \"tier\": \"owner\", \"providers\": [\"openai\"]}|tier",
            })
    void what_cannot_be_meant_is_refused_by_its_field_and_not_repeated(String body, String param) {
        ApiError error = refusal("POST", List.of(), body);

        assertThat(error.status()).isEqualTo(400);
        assertThat(error.code()).isEqualTo("invalid_value");
        assertThat(error.param()).isEqualTo(param);
        assertThat(error.message()).doesNotContain("<img", "DROP", "etc", "nobody", "sonet\"");
        assertThat(keys.list()).isEmpty();
    }

    @Test
    void a_key_is_rotated_with_a_grace_of_a_day_unless_another_is_asked_for() throws ApiException {
        create("{\"name\": \"Ada\"}");

        ObjectNode rotated =
                api.call("POST", List.of("Ada", "rotate"), json("{}")).body();
        assertThat(rotated.path("grace_ends_at").stringValue()).isEqualTo("2026-11-30T10:00:00Z");
        assertThat(rotated.path("rotated_at").stringValue()).isEqualTo("2026-11-29T10:00:00Z");
        assertThat(keys.findByHash(Tokens.hash(rotated.path("token").stringValue()), NOW))
                .map(ApiKey::name)
                .contains("Ada");
        ObjectNode atOnce = api.call("POST", List.of("Ada", "rotate"), json("{\"grace_seconds\": 0}"))
                .body();
        assertThat(atOnce.path("grace_ends_at").isNull()).isTrue();
        assertThat(keys.findByHash(Tokens.hash(rotated.path("token").stringValue()), NOW))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1.5", "\"1\"", "7776001", "1e99", "true"})
    void a_grace_that_cannot_be_meant_is_refused(String grace) throws ApiException {
        create("{\"name\": \"Ada\"}");

        assertThat(refusal("POST", List.of("Ada", "rotate"), "{\"grace_seconds\": " + grace + "}")
                        .param())
                .isEqualTo("grace_seconds");
    }

    @Test
    void a_revoked_key_stays_revoked() throws ApiException {
        String id = create("{\"name\": \"Ada\"}").path("id").stringValue();
        assertThat(api.call("DELETE", List.of("Ada"), json("{}"))
                        .body()
                        .path("state")
                        .stringValue())
                .isEqualTo("revoked");

        assertThat(api.call("DELETE", List.of(id), json("{}")).status()).isEqualTo(200);
        assertThat(refusal("POST", List.of(id, "rotate"), "{}").code()).isEqualTo("key_revoked");
        assertThat(refusal("PATCH", List.of(id), "{\"notes\": \"x\"}").status()).isEqualTo(409);
        assertThat(refusal("GET", List.of("Ada"), "{}").status()).isEqualTo(404);
        assertThat(get(id).path("name").stringValue()).isEqualTo("Ada");
    }

    @Test
    void an_erased_key_names_nobody() throws ApiException {
        String id = create("{\"name\": \"Ada\", \"notes\": \"her phone\"}")
                .path("id")
                .stringValue();

        api.call("POST", List.of(id, "erase"), json("{}"));

        assertThat(get(id).path("state").stringValue()).isEqualTo("erased");
        assertThat(list().toString()).doesNotContain("Ada", "phone");
        assertThat(erased).containsExactly(id);
    }

    @Test
    void a_link_is_made_for_an_hour_unless_another_time_is_asked_for() throws ApiException {
        create("{\"name\": \"Ada\"}");

        ObjectNode invited =
                api.call("POST", List.of("Ada", "invite"), json("{}")).body();

        assertThat(invited.path("path").stringValue()).matches("/invite/[A-Za-z0-9_-]{43}");
        assertThat(invited.path("link_ends_at").stringValue()).isEqualTo("2026-11-29T11:00:00Z");
        assertThat(refusal("POST", List.of("Ada", "invite"), "{\"link_seconds\": 0}")
                        .param())
                .isEqualTo("link_seconds");
        api.call("DELETE", List.of("Ada"), json("{}"));
        assertThat(refusal("POST", List.of(invited.path("id").stringValue(), "invite"), "{}")
                        .code())
                .isEqualTo("key_revoked");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, nobody, 404",
        "GET, x OR 1=1 --, 404",
        "PATCH, nobody, 404",
        "DELETE, nobody, 404",
        "POST, nobody/rotate, 404",
        "POST, nobody/erase, 404",
        "GET, nobody/manifest, 404",
        "POST, nobody, 405",
        "GET, nobody/rotate, 405",
        "PUT, , 405",
        "POST, a/b/c, 404",
        "POST, a/chmod, 404",
    })
    void what_is_not_there_is_said_so(String method, String path, int status) {
        List<String> segments = path == null ? List.of() : List.of(path.split("/"));

        assertThat(refusal(method, segments, "{}").status()).isEqualTo(status);
    }

    @Test
    void only_one_key_is_advertised_at_a_time_and_it_stays_narrow() throws ApiException {
        ObjectNode lan = create("{\"name\": \"lan\", \"advertise\": true, \"models\": [\"haiku\"]}");

        assertThat(lan.path("advertised").booleanValue()).isTrue();
        assertThat(refusal("POST", List.of(), "{\"name\": \"b\", \"advertise\": true, \"models\": [\"haiku\"]}")
                        .param())
                .isEqualTo("advertise");
        assertThat(refusal("PATCH", List.of("lan"), "{\"models\": null}").param())
                .isEqualTo("providers");
        api.call("DELETE", List.of("lan"), json("{}"));
        create("{\"name\": \"b\", \"advertise\": true, \"models\": [\"haiku\"]}");
    }

    @Test
    void a_key_goes_out_as_a_manifest_and_comes_back_the_same() throws ApiException {
        ObjectNode made = create("""
                {"name": "Ada", "providers": ["openai"], "models": ["gpt-5.5"], "accounts": {"openai": "work"},
                 "min_tier": "shared-os-user", "expires_at": "2027-01-31T18:00:00Z", "notes": "n"}""");
        String token = made.path("token").stringValue();
        ObjectNode manifest =
                api.call("GET", List.of("Ada", "manifest"), json("{}")).body();
        assertThat(manifest.toString()).doesNotContain(token);
        ObjectNode before = get("Ada");
        api.call("POST", List.of("Ada", "erase"), json("{}"));
        manifest.put("id", "seed-1");

        KeysApi.Reply taken = take(manifest, false);

        assertThat(taken.status()).isEqualTo(201);
        assertThat(taken.body().path("ignored").isEmpty()).isTrue();
        assertThat(get("seed-1")).isEqualTo(before.put("id", "seed-1"));
        assertThat(keys.findByHash(Tokens.hash(token), NOW)).map(ApiKey::id).contains("seed-1");
        assertThat(catchThrowableOfType(ApiException.class, () -> take(manifest, false))
                        .error()
                        .param())
                .isEqualTo("id");
    }

    @Test
    void a_seeds_manifest_is_taken_with_what_has_no_place_named() throws ApiException {
        ObjectNode manifest = seed().put("surprise", 1).put("plaintext_advertise", "olp_seed");
        manifest.putObject("quota").put("daily", 5);

        ObjectNode taken = take(manifest, false).body();

        assertThat(taken.path("ignored").toString()).isEqualTo("[\"quota\",\"plaintext_advertise\",\"surprise\"]");
        assertThat(taken.path("advertised").booleanValue()).isFalse();
        assertThat(taken.path("providers").isNull()).isTrue();
        assertThat(taken.path("created_at").stringValue()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(keys.findByHash(Tokens.hash("olp_seed"), NOW))
                .map(ApiKey::id)
                .contains("ada-1");
    }

    @Test
    void a_manifest_that_is_bound_to_an_account_which_is_not_here_is_taken_with_a_word_on_it() throws ApiException {
        ObjectNode manifest = seed();
        manifest.putObject("accounts").put("openai", "elsewhere").put("anthropic", "work");

        ObjectNode taken = take(manifest, false).body();

        assertThat(taken.path("unknown_accounts").toString()).isEqualTo("{\"openai\":\"elsewhere\"}");
        assertThat(get("ada-1").at("/accounts/openai").stringValue()).isEqualTo("elsewhere");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "accounts|{\"openai\": \"../../etc\"}",
                "accounts|{\"nobody\": \"work\"}",
                "accounts|[\"work\"]",
                "schema_version|2",
                "schema_version|\"1\"",
                "id|\"../../../etc/passwd\"",
                "id|\"\"",
                "id|7",
                "name|\"<script>\"",
                "token_hash|\"zz\"",
                "token_hash|null",
                "token_hash_algo|\"md5\"",
                "owner_tier|\"root\"",
                "providers_enabled|\"all\"",
                "providers_enabled|[\"nobody\"]",
                "providers_enabled|null",
                "created_at|\"long ago\"",
                "created_at|null",
                "revoked_at|\"never\"",
                "notes|[1]",
                "notes|\"a\\u0007\"",
            })
    void a_hostile_manifest_is_refused_by_its_field(String field, String value) {
        ObjectNode manifest = seed();
        manifest.set(field, JsonMapper.shared().readTree(value));

        ApiError error = catchThrowableOfType(ApiException.class, () -> take(manifest, false))
                .error();

        assertThat(error.status()).isEqualTo(400);
        assertThat(error.param()).isEqualTo(field);
        assertThat(keys.list()).isEmpty();
    }

    @Test
    void a_readable_token_is_taken_only_on_request_and_only_if_it_is_the_keys() throws ApiException {
        ObjectNode manifest = seed().put("plaintext_advertise", "olp_other");
        manifest.putArray("providers_enabled").add("openai");
        assertThat(catchThrowableOfType(ApiException.class, () -> take(manifest, true))
                        .error()
                        .param())
                .isEqualTo("plaintext_advertise");

        manifest.put("plaintext_advertise", "olp_seed");
        assertThat(take(manifest, true).body().path("advertised").booleanValue())
                .isTrue();
    }

    private static ObjectNode seed() {
        return json("""
                {"schema_version": 1, "id": "ada-1", "name": "Ada", "token_hash": "%s", "token_hash_algo": "sha256",
                 "owner_tier": "guest", "providers_enabled": "*", "quota": null, "created_at": "2026-01-01T00:00:00.000Z",
                 "revoked_at": null, "last_used_at": null, "notes": "", "plaintext_advertise": null}""".formatted(HexFormat.of().formatHex(Tokens.hash("olp_seed"))));
    }

    private KeysApi.Reply take(ObjectNode manifest, boolean advertise) throws ApiException {
        ObjectNode body = JsonMapper.shared().createObjectNode().put("advertise", advertise);
        body.set("manifest", manifest);
        return api.call("POST", List.of("import"), body);
    }

    private ObjectNode create(String body) throws ApiException {
        return api.call("POST", List.of(), json(body)).body();
    }

    private ObjectNode get(String idOrName) throws ApiException {
        return api.call("GET", List.of(idOrName), json("{}")).body();
    }

    private ObjectNode list() throws ApiException {
        return api.call("GET", List.of(), json("{}")).body();
    }

    private ApiError refusal(String method, List<String> path, String body) {
        return catchThrowableOfType(ApiException.class, () -> api.call(method, path, json(body)))
                .error();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text);
    }
}
