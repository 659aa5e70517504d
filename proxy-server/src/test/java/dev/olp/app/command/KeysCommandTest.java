package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.auth.ApiKey;
import dev.olp.auth.Tier;
import dev.olp.auth.Tokens;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class KeysCommandTest {
    @TempDir
    Path folder;

    @Test
    void the_owners_key_is_made_in_a_new_home_and_its_token_printed_alone_on_stdout() throws IOException {
        CommandRun run = keys("create", "--owner");

        assertThat(run.exit()).isEqualTo(ExitCode.OK);
        assertThat(run.out()).matches("olp_[A-Za-z0-9_-]{43}\n");
        assertThat(run.err())
                .contains("owner key \"owner\"")
                .doesNotContain(run.out().strip());
        assertThat(stored()).singleElement().satisfies(key -> {
            assertThat(key.tier()).isEqualTo(Tier.OWNER);
            assertThat(key.expiresAt()).isNull();
        });
        assertThat(find(run.out().strip())).isTrue();
        try (Stream<Path> files = Files.list(home())) {
            for (Path file : files.toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(run.out().strip());
            }
        }
    }

    @Test
    void a_key_is_a_guests_unless_told_otherwise() {
        keys("create", "--name", "Ada");
        keys("create", "--guest");

        assertThat(stored()).extracting(ApiKey::tier).containsExactly(Tier.GUEST, Tier.GUEST);
        assertThat(stored()).extracting(ApiKey::name).containsExactly("Ada", "guest");
    }

    @ParameterizedTest
    @CsvSource({
        "90s, 2026-11-29T10:01:30Z",
        "12h, 2026-11-29T22:00:00Z",
        "30d, 2026-12-29T10:00:00Z",
        "2w, 2026-12-13T10:00:00Z",
        "2027-01-31, 2027-01-31T00:00:00Z",
        "2027-01-31T18:00:00+01:00, 2027-01-31T17:00:00Z"
    })
    void an_expiry_is_kept_as_asked(String text, Instant expected) {
        assertThat(keys("create", "--expires", text).exit()).isZero();
        assertThat(stored().getFirst().expiresAt()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "2026-11-29", "0d", "2027-02-30", "5", "-1d", "9999999d"})
    void an_expiry_that_cannot_be_meant_is_a_usage_error(String text) {
        CommandRun run = keys("create", "--expires=" + text);

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--expires").contains("expected");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"<img onerror=x>", "a\"b", ""})
    void a_hostile_name_is_a_usage_error(String name) {
        CommandRun run = keys("create", "--name=" + name);

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--name: ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void a_name_that_is_taken_is_a_usage_error() {
        keys("create", "--owner");
        CommandRun second = keys("create", "--owner");

        assertThat(second.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(second.err()).contains("--name: a valid key already has it");
        assertThat(second.out()).isEmpty();
    }

    @Test
    void json_has_the_token_once_and_the_list_never() {
        JsonNode made = json(keys("create", "--owner", "--name", "me", "--json"));
        CommandRun list = keys("list", "--json");

        assertThat(made.path("token").stringValue()).startsWith("olp_");
        assertThat(made.path("tier").stringValue()).isEqualTo("owner");
        assertThat(made.path("created_at").stringValue()).isEqualTo("2026-11-29T10:00:00Z");
        assertThat(json(list).at("/keys/0/id")).isEqualTo(made.path("id"));
        assertThat(json(list).at("/keys/0/state").stringValue()).isEqualTo("valid");
        assertThat(list.out()).doesNotContain("token");
    }

    @Test
    void a_key_is_revoked_and_listed_as_such() {
        String token = keys("create", "--name", "Ada").out().strip();
        assertThat(keys("revoke", "Ada").exit()).isZero();

        assertThat(keys("list").out()).contains("Ada").contains("revoked").doesNotContain(token);
        assertThat(stored().getFirst().revokedAt()).isEqualTo(CommandRun.NOW);
        CommandRun again = keys("revoke", "Ada");
        assertThat(again.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(again.err()).contains("There is no valid key of that id or name");
    }

    @Test
    void a_rotated_key_has_two_good_tokens_for_the_grace_and_one_without() {
        String old = keys("create", "--name", "Ada").out().strip();
        CommandRun rotated = keys("rotate", "Ada", "--grace", "2h");

        assertThat(rotated.out()).matches("olp_[A-Za-z0-9_-]{43}\n");
        assertThat(rotated.err()).contains("good until 2026-11-29T12:00:00Z");
        assertThat(find(old)).isTrue();
        assertThat(find(rotated.out().strip())).isTrue();
        keys("rotate", "Ada", "--grace=0s");
        assertThat(find(rotated.out().strip())).isFalse();
        assertThat(stored()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1h", "91d", "soon", ""})
    void a_grace_that_cannot_be_meant_is_a_usage_error(String grace) {
        keys("create", "--name", "Ada");

        CommandRun run = keys("rotate", "Ada", "--grace=" + grace);
        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--grace");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void a_keys_terms_are_given_changed_and_shown() throws IOException {
        keys("create", "--name", "Ada", "--providers", "openai,anthropic", "--models=sonnet", "--min-tier=per-os-user");
        assertThat(keys("show", "Ada").out())
                .contains("[\"anthropic\",\"openai\"]", "claude-sonnet-4-6", "per-os-user");

        Files.createDirectories(home().resolve("logins/openai/work"));
        CommandRun set = keys(
                "set",
                "Ada",
                "--providers=all",
                "--models=haiku",
                "--accounts=openai=work",
                "--min-tier=none",
                "--expires=30d",
                "--notes=her phone",
                "--json");

        assertThat(set.exit()).as(set.err()).isZero();
        JsonNode key = json(keys("show", "Ada", "--json"));
        assertThat(key).isEqualTo(json(set));
        assertThat(key.path("providers").isNull()).isTrue();
        assertThat(key.path("min_tier").isNull()).isTrue();
        assertThat(key.path("models").toString()).isEqualTo("[\"claude-haiku-4-5\"]");
        assertThat(key.path("accounts").toString()).isEqualTo("{\"openai\":\"work\"}");
        assertThat(key.path("expires_at").stringValue()).isEqualTo("2026-12-29T10:00:00Z");
        assertThat(key.path("notes").stringValue()).isEqualTo("her phone");
        assertThat(keys("set", "Ada").exit()).isEqualTo(ExitCode.USAGE);
        assertThat(keys("set", "Ada", "--models=sonet").err()).contains("--models", "sonnet");
    }

    @Test
    void an_account_that_nobody_knows_is_refused() throws IOException {
        keys("create", "--owner");
        Files.writeString(
                home().resolve("config.json"), "{\"providers\":{\"openai\":{\"credentials\":{\"home\":{}}}}}");

        CommandRun refused = keys("create", "--name=Ada", "--accounts=openai=hmoe");
        assertThat(refused.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .contains("default, home", "olp login openai --account")
                .doesNotContain("hmoe");
        assertThat(keys("create", "--name=Ada", "--accounts=openai=home").exit())
                .isZero();
        assertThat(keys("set", "Ada", "--accounts=anthropic=home").exit()).isEqualTo(ExitCode.USAGE);

        Files.writeString(home().resolve("config.json"), "{\"prot\":1}");
        assertThat(keys("create", "--name=Bob", "--accounts=openai=home").err()).contains("prot");
        assertThat(keys("create", "--name=Bob").exit()).isZero();
    }

    @Test
    void an_erased_key_is_nobodys() {
        String token =
                keys("create", "--name", "Ada", "--notes", "her phone").out().strip();
        assertThat(keys("erase", "Ada").exit()).isZero();

        assertThat(keys("list", "--json").out()).contains("erased").doesNotContain("Ada", "phone");
        assertThat(find(token)).isFalse();
    }

    @Test
    void a_server_that_is_named_wrongly_or_does_not_answer_is_told() {
        keys("list");
        Map<String, String> environment = Map.of("OLP_HOME", home().toString(), "OLP_PROXY_URL", "ftp://x");
        assertThat(CommandRun.of(KeysCommand::create, environment, "list").exit())
                .isEqualTo(ExitCode.USAGE);

        Map<String, String> keyless = Map.of("OLP_HOME", home().toString(), "OLP_PROXY_URL", "http://127.0.0.1:1/v1");
        assertThat(CommandRun.of(KeysCommand::create, keyless, "list").exit()).isEqualTo(ExitCode.AUTH);
        Map<String, String> nobody = Map.of("OLP_PROXY_URL", "http://127.0.0.1:1/v1/", "OLP_API_KEY", "x");
        CommandRun unanswered = CommandRun.of(KeysCommand::create, nobody, "list", "--json");
        assertThat(unanswered.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(json(unanswered).at("/problems/0/message").stringValue())
                .isEqualTo("no server answers at http://127.0.0.1:1");
    }

    @Test
    void an_empty_list_says_how_to_make_a_key() {
        assertThat(keys("list").err()).contains("olp keys create --owner");
        assertThat(json(keys("list", "--json")).path("keys").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "create --owner --guest", "create --nmae x", "revoke"})
    void wrong_usage_ends_with_1(String arguments) {
        CommandRun run = keys(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isNotEmpty();
    }

    @Test
    void a_home_that_cannot_be_used_ends_with_2_and_one_line() {
        CommandRun run = CommandRun.of(KeysCommand::create, Map.of("OLP_HOME", "relative"), "list");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err()).isEqualTo("OLP_HOME: relative (expected: an absolute path without question marks)\n");
    }

    @Test
    void a_damaged_database_ends_with_2_and_one_line() throws IOException {
        keys("list");
        Files.writeString(home().resolve("olp.db"), "garbage ".repeat(1000));
        CommandRun run = keys("create", "--owner");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err().lines()).singleElement().asString().contains("is damaged or not a database");
        assertThat(run.out()).isEmpty();
    }

    private CommandRun keys(String... arguments) {
        return CommandRun.of(KeysCommand::create, Map.of("OLP_HOME", home().toString()), arguments);
    }

    private Path home() {
        return folder.resolve("home");
    }

    private List<ApiKey> stored() {
        try (SqliteKeyStore store = open()) {
            return store.list();
        }
    }

    private boolean find(String token) {
        try (SqliteKeyStore store = open()) {
            return store.findByHash(Tokens.hash(token), CommandRun.NOW).isPresent();
        }
    }

    private SqliteKeyStore open() {
        return new SqliteKeyStore(SqliteDatabase.open(home().resolve("olp.db"), Schema.KEYS), () -> "unused");
    }

    private static JsonNode json(CommandRun run) {
        return JsonMapper.shared().readTree(run.out());
    }
}
