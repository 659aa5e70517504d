package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.auth.ApiKey;
import dev.olp.auth.Tokens;
import dev.olp.store.sqlite.Schema;
import dev.olp.store.sqlite.SqliteDatabase;
import dev.olp.store.sqlite.SqliteKeyStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keys from the reference design's folders, and to them. */
class KeysImportTest {
    @TempDir
    Path folder;

    @Test
    void the_same_tokens_stay_valid() throws IOException {
        seed("ada-1", "Ada", "olp_ada");
        seed("bob-2", "Bob", "olp_bob");

        CommandRun run = keys("home", "import", folder.resolve("seed").toString());

        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out()).contains("Imported Ada (ada-1); without [\"plaintext_advertise\"].", "2 imported");
        assertThat(stored("olp_bob")).extracting(ApiKey::id).isEqualTo("bob-2");
        assertThat(stored("olp_ada").advertisedToken()).isNull();
        assertThat(run.out() + run.err()).doesNotContain("olp_ada", "olp_bob");
    }

    @Test
    void a_readable_token_comes_only_on_request() throws IOException {
        seed("ada-1", "Ada", "olp_ada");

        keys("home", "import", "--advertise", folder.resolve("seed/keys").toString());

        assertThat(stored("olp_ada").advertisedToken()).isEqualTo("olp_ada");
    }

    @Test
    void what_cannot_be_taken_is_left_out_with_its_reason_and_keeps_nobody_out() throws IOException {
        seed("ada-1", "Ada", "olp_ada");
        Path keys = folder.resolve("seed/keys");
        Files.createSymbolicLink(keys.resolve("link"), keys.resolve("ada-1"));
        Files.createDirectories(keys.resolve("empty"));
        Path linked = Files.createDirectories(keys.resolve("linked"));
        Files.createSymbolicLink(linked.resolve("manifest.json"), keys.resolve("ada-1/manifest.json"));
        Path large = Files.createDirectories(keys.resolve("large"));
        Files.writeString(large.resolve("manifest.json"), " ".repeat(70_000) + "{}");
        Path other = Files.createDirectories(keys.resolve("other"));
        Files.copy(keys.resolve("ada-1/manifest.json"), other.resolve("manifest.json"));
        Path torn = Files.createDirectories(keys.resolve("torn"));
        Files.writeString(torn.resolve("manifest.json"), "{\"id\": \"torn\", \"id\": \"x\"}");
        Path deep = Files.createDirectories(keys.resolve("deep"));
        Files.writeString(deep.resolve("manifest.json"), "[".repeat(30_000));
        seed("hostile", "<script>", "olp_hostile");
        Path escape = Files.createDirectories(keys.resolve("e\u001b[2Jvil"));
        Files.writeString(escape.resolve("manifest.json"), "{}");

        CommandRun run = keys("home", "import", folder.resolve("seed").toString(), "--json");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
        JsonNode report = JsonMapper.shared().readTree(run.out());
        assertThat(report.path("imported").findValuesAsString("id")).containsExactly("ada-1");
        assertThat(report.path("skipped").findValuesAsString("folder"))
                .containsExactlyInAnyOrder(
                        "link", "empty", "linked", "large", "other", "torn", "deep", "hostile", "e?[2Jvil");
        assertThat(run.out()).contains("not its folder's name", "larger than", "links are not followed", "--name: ");
        assertThat(run.out()).doesNotContain("<script>", "\u001b");

        CommandRun again = keys("home", "import", folder.resolve("seed").toString());
        assertThat(again.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(again.err()).contains("Left out ada-1: --id: a key already has it");
    }

    @Test
    void an_account_that_is_not_here_is_named_and_keeps_no_key_out() throws IOException {
        seed("ada-1", "Ada", "olp_ada");
        Path manifest = folder.resolve("seed/keys/ada-1/manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest).replace("\"quota\"", "\"accounts\": {\"anthropic\": \"work\"}, \"quota\""));

        CommandRun run = keys("home", "import", folder.resolve("seed").toString());

        assertThat(run.exit()).isZero();
        assertThat(run.err())
                .isEqualTo(
                        "Ada is bound to an account that is not here yet: `olp login anthropic --account work` makes it.\n");
        assertThat(stored("olp_ada").scope().boundAccount("anthropic")).contains("work");
    }

    @Test
    void a_folder_that_is_none_is_a_usage_error() {
        assertThat(keys("home", "import", folder.resolve("nowhere").toString()).exit())
                .isEqualTo(ExitCode.USAGE);
        assertThat(keys("home", "import").exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void what_one_home_exports_another_takes() throws IOException {
        String token = keys("home", "create", "--name=Ada", "--models=sonnet", "--expires=30d", "--notes=n")
                .out()
                .strip();
        keys("home", "create", "--owner");
        keys("home", "create", "--name=gone");
        keys("home", "erase", "gone");
        String out = folder.resolve("out").toString();

        assertThat(keys("home", "export", out).out()).isEqualTo("2 exported.\n");

        assertThat(keys("home", "export", out).exit()).isEqualTo(ExitCode.FAILURE);
        try (var files = Files.walk(folder.resolve("out"))) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            assertThat(all).hasSize(2);
            for (Path file : all) {
                assertThat(Files.readString(file)).doesNotContain(token);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
        CommandRun taken = keys("second", "import", out);
        assertThat(taken.exit()).isZero();
        assertThat(taken.err()).isEmpty();
        assertThat(listed("second")).hasSize(2).isEqualTo(listed("home"));
    }

    private Set<JsonNode> listed(String home) {
        return JsonMapper.shared()
                .readTree(keys(home, "list", "--json").out())
                .path("keys")
                .valueStream()
                .filter(key -> !key.path("state").asString("").equals("erased"))
                .collect(Collectors.toSet());
    }

    private void seed(String id, String name, String token) throws IOException {
        Path own = Files.createDirectories(folder.resolve("seed/keys").resolve(id));
        Files.writeString(own.resolve("manifest.json"), """
                {"schema_version": 1, "id": "%s", "name": "%s", "token_hash": "%s", "token_hash_algo": "sha256",
                 "owner_tier": "guest", "providers_enabled": ["anthropic"], "quota": null,
                 "created_at": "2026-01-01T00:00:00.000Z", "revoked_at": null, "last_used_at": null, "notes": "",
                 "plaintext_advertise": "%s"}""".formatted(
                        id, name, HexFormat.of().formatHex(Tokens.hash(token)), token));
    }

    private CommandRun keys(String home, String... arguments) {
        return CommandRun.of(
                KeysCommand::create, Map.of("OLP_HOME", folder.resolve(home).toString()), arguments);
    }

    private ApiKey stored(String token) {
        try (SqliteKeyStore store =
                new SqliteKeyStore(SqliteDatabase.open(folder.resolve("home/olp.db"), Schema.KEYS), () -> "unused")) {
            return store.findByHash(Tokens.hash(token), CommandRun.NOW).orElseThrow();
        }
    }
}
