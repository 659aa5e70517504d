package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LoginCommandTest {
    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void setHome() {
        environment.put("HOME", folder.resolve("user").toString());
        environment.put("OLP_HOME", home().toString());
    }

    @ParameterizedTest
    @CsvSource({
        "anthropic, --api-key-stdin, sk-ant-api03-x, api-key",
        "anthropic, --token-stdin, sk-ant-oat01-x, setup-token",
        "openai, --api-key-stdin, sk-x, api-key",
        "mistral, --api-key-stdin, m-x, api-key"
    })
    void a_secret_from_stdin_is_kept_for_us_alone(String provider, String option, String secret, String file)
            throws IOException {
        CommandRun run = login(secret + "\n", provider, option, "--account", "work");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(run.out() + run.err()).contains(provider, "work").doesNotContain(secret);
        Path kept = home().resolve("logins").resolve(provider).resolve("work").resolve(file);
        assertThat(Files.readString(kept).strip()).isEqualTo(secret);
        assertThat(mode(kept)).isEqualTo("rw-------");
        assertThat(mode(kept.resolveSibling("."))).isEqualTo("rwx------");
        assertThat(mode(home().resolve("logins"))).isEqualTo("rwx------");
    }

    @Test
    void a_new_login_takes_the_place_of_the_old_one_whatever_its_kind() throws IOException {
        login("key-1", "anthropic", "--api-key-stdin");
        login("token-1", "anthropic", "--token-stdin");
        assertThat(files("anthropic")).containsExactly("setup-token");

        vendor(
                "OLP_CLAUDE_BIN",
                "printf '{\"claudeAiOauth\":{\"accessToken\":\"a\",\"refreshToken\":\"r\",\"expiresAt\":1893456000000}}' >$CLAUDE_CONFIG_DIR/.credentials.json");
        assertThat(login("", "anthropic").exit()).isEqualTo(ExitCode.OK);
        assertThat(files("anthropic")).containsExactlyInAnyOrder(".credentials.json", "login-id");
        login("key-2", "anthropic", "--api-key-stdin");
        assertThat(files("anthropic")).containsExactly("api-key");
    }

    @Test
    void the_vendors_own_command_logs_in_to_the_store() throws IOException {
        environment.put("ANTHROPIC_API_KEY", "not-for-it");
        environment.put("OLP_OWNER_TOKEN", "nor-this");
        environment.put("TERM", "dumb");
        vendor("OLP_CLAUDE_BIN", """
                [ "$*" = "auth login" ] && [ -z "$ANTHROPIC_API_KEY$OLP_OWNER_TOKEN" ] && [ "$TERM" = dumb ] || exit 9
                printf '{"claudeAiOauth":{"accessToken":"a-1","refreshToken":"r-1","expiresAt":1893456000000}}' >$CLAUDE_CONFIG_DIR/.credentials.json""");

        CommandRun run = login("", "anthropic", "--account", "family", "--json");

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        JsonNode told = JsonMapper.shared().readTree(run.out());
        assertThat(told.path("ok").asBoolean()).isTrue();
        assertThat(told.path("source").asString()).isEqualTo("store");
        assertThat(told.path("kind").asString()).isEqualTo("oauth_token");
        assertThat(told.path("expires_at").asString()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(run.out()).doesNotContain("a-1", "r-1");
        assertThat(mode(home().resolve("logins/anthropic/family/.credentials.json")))
                .isEqualTo("rw-------");
        assertThat(nothingStaged()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'', login", "--device, login --device-auth"})
    void codex_logs_in_to_the_store(String option, String expected) throws IOException {
        vendor("OLP_CODEX_BIN", """
                case "$*" in '%s -c cli_auth_credentials_store="file"') ;; *) exit 9 ;; esac
                printf '{"tokens":{"access_token":"a","refresh_token":"r"}}' >$CODEX_HOME/auth.json""".formatted(expected));

        CommandRun run = option.isEmpty() ? login("", "openai") : login("", "openai", option);

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.OK);
        assertThat(files("openai")).containsExactlyInAnyOrder("auth.json", "login-id");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit 1",
                "exit 0",
                "printf '{}' >$CLAUDE_CONFIG_DIR/.credentials.json",
                "ln -s /etc/hostname $CLAUDE_CONFIG_DIR/.credentials.json"
            })
    void a_login_that_comes_to_nothing_leaves_the_old_one(String script) throws IOException {
        login("token-1", "anthropic", "--token-stdin");
        vendor("OLP_CLAUDE_BIN", script);

        CommandRun run = login("", "anthropic");

        assertThat(run.exit()).isEqualTo(ExitCode.AUTH);
        assertThat(run.err()).contains("run `olp login anthropic`").doesNotContain(folder.toString());
        assertThat(files("anthropic")).containsExactly("setup-token");
        assertThat(nothingStaged()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nowhere   | --api-key-stdin | k                | PROVIDER: nowhere
            anthropic | --api-key-stdin | ''               | standard input
            anthropic | --api-key-stdin | two words        | standard input
            anthropic | --api-key-stdin | sk-ant-oat01-xyz | --token-stdin
            anthropic | --token-stdin   | sk-ant-api03-xyz | --api-key-stdin
            openai    | --token-stdin   | x                | --api-key-stdin
            anthropic | --unknown       | x                | --unknown
            """)
    void a_wrong_call_is_told_and_keeps_nothing(String provider, String option, String input, String told)
            throws IOException {
        CommandRun run = login(input, provider, option);
        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains(told).doesNotContain("sk-ant-oat01-xyz", "sk-ant-api03-xyz");
        assertThat(files("anthropic")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/b", "", "a b", "x.lock", "-"})
    void an_account_is_no_path(String account) throws IOException {
        CommandRun run = login("key", "anthropic", "--api-key-stdin", "--account=" + account);
        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--account: " + account);
        assertThat(files("anthropic")).isEmpty();
    }

    @Test
    void mistral_has_keys_only() {
        CommandRun run = login("", "mistral");
        assertThat(run.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("olp login mistral --api-key-stdin");
    }

    @Test
    void a_missing_cli_is_told() {
        environment.put("PATH", "/nowhere");
        CommandRun run = login("", "openai");
        assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err()).contains("codex").contains("providers.openai.binary");
    }

    @Test
    void all_are_listed_with_their_state_and_no_secret() throws IOException {
        login("sk-secret", "openai", "--api-key-stdin", "--account", "work");
        login("token-secret", "anthropic", "--token-stdin");
        Files.setPosixFilePermissions(
                home().resolve("logins/anthropic/default/setup-token"), PosixFilePermissions.fromString("rw-r--r--"));

        CommandRun run = login("", "--list", "--json");
        assertThat(run.exit()).isEqualTo(ExitCode.OK);
        JsonNode logins = JsonMapper.shared().readTree(run.out()).path("logins");
        assertThat(logins.findValuesAsString("account")).containsExactly("default", "default", "default", "work");
        assertThat(logins.path(0).path("problem").asString()).contains("open to others");
        assertThat(logins.path(0).path("remedy").asString()).contains("chmod 600 setup-token");
        assertThat(logins.path(2).path("problem").asString()).isEqualTo("there is none");
        assertThat(logins.path(3).path("ok").asBoolean()).isTrue();
        assertThat(run.out()).doesNotContain("secret", folder.toString());
        assertThat(login("", "--list").out()).contains("work").doesNotContain("sk-secret", "token-secret");
    }

    private Path home() {
        return folder.resolve("home");
    }

    private CommandRun login(String input, String... arguments) {
        return CommandRun.of(
                context ->
                        LoginCommand.create(context, new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8))),
                environment,
                arguments);
    }

    private void vendor(String variable, String script) throws IOException {
        Path program = folder.resolve("vendor");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        environment.put(variable, program.toString());
    }

    /** What lies in the default account's folder, the lock left out. */
    private List<String> files(String provider) throws IOException {
        Path own = home().resolve("logins").resolve(provider).resolve("default");
        if (!Files.exists(own)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(own)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> !name.equals(".olp-renewal.lock"))
                    .toList();
        }
    }

    private boolean nothingStaged() throws IOException {
        try (Stream<Path> all = Files.list(home().resolve("logins"))) {
            return all.noneMatch(path -> path.getFileName().toString().startsWith("."));
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
