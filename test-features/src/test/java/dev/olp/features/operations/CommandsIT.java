package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The {@code olp} command beside a running server, of which it has nothing but the home. */
class CommandsIT {
    private static final Map<String, String> NO_KEY = Map.of("OLP_OWNER_TOKEN", "");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/providers/mistral/enabled", "false")
            .set(
                    "/routing/chains",
                    "{\"haiku\": [{\"provider\": \"mistral\", \"model\": \"devstral-2\"},"
                            + " {\"provider\": \"anthropic\", \"model\": \"haiku\"}]}")
            .server();

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status|/v0/management/status|takes requests",
                "health|/v0/management/health|self-test",
                "usage|/v0/management/usage|no key yet",
                "models|/v1/models|claude-sonnet-4-6",
                "providers|/v0/management/providers|environment",
                "providers list|/v0/management/providers|environment",
                "chains|/v0/management/chains|mistral/devstral-2, then anthropic/haiku",
                "chains show|/v0/management/chains|mistral/devstral-2, then anthropic/haiku",
                "chains explain haiku|/v0/management/chains?model=haiku|no: the provider is not switched on",
            })
    void each_shows_in_its_own_words_or_as_json_what_the_api_says(String command, String path, String shown)
            throws Exception {
        OlpCommand people = olp.command(NO_KEY, command.split(" "));
        assertThat(people.exit()).as(people.err()).isZero();
        assertThat(people.out() + people.err()).contains(shown).doesNotContain("null", "{\"", "\t");

        OlpCommand programs = olp.command(NO_KEY, (command + " --json").split(" "));
        assertThat(programs.exit()).as(programs.err()).isZero();
        JsonNode told = JsonMapper.shared().readTree(programs.out());
        assertThat(told.propertyNames()).isEqualTo(olp.get(path).json().propertyNames());
    }

    @Test
    void with_a_key_of_ones_own_it_shows_what_that_key_may_see() throws Exception {
        OlpCommand made = olp.command("keys", "create", "--name", "guest of commands", "--models", "haiku");
        Map<String, String> guest = Map.of("OLP_API_KEY", made.out().strip(), "OLP_OWNER_TOKEN", "");
        try {
            assertThat(olp.command(guest, "models").out())
                    .contains("claude-haiku-4-5")
                    .doesNotContain("sonnet");
            OlpCommand usage = olp.command(guest, "usage");
            assertThat(usage.exit()).as(usage.err()).isZero();
            assertThat(usage.out()).contains("guest of commands", "minute", "60");
            assertThat(olp.command(guest, "health").err()).contains("owner");

            OlpCommand refused = olp.command(guest, "status");
            assertThat(refused.exit()).isEqualTo(3);
            assertThat(refused.err()).contains("owner").doesNotContain("Exception");
            Map<String, String> wrong = Map.of("OLP_API_KEY", "wrong");
            assertThat(olp.command(wrong, "models").exit()).isEqualTo(3);
        } finally {
            olp.command("keys", "revoke", "guest of commands");
        }
    }

    @Test
    void a_failure_of_a_provider_is_among_what_status_shows() throws Exception {
        olp.chat(Bodies.chat("sonnet", "{{exit:3}}"));

        assertThat(olp.command(NO_KEY, "status").out()).contains("provider_error", "502");
    }

    @Test
    void the_end_of_its_log_is_shown() throws Exception {
        Reply failed = olp.chat(Bodies.chat("sonnet", "{{exit:3}}"));

        OlpCommand logs = olp.command("logs", "-n", "1000");
        assertThat(logs.exit()).as(logs.err()).isZero();
        assertThat(logs.out()).contains("attempt failed", failed.header("x-request-id"));
    }

    @Test
    void a_server_may_be_named() throws Exception {
        String url = "http://127.0.0.1:" + olp.port() + "/v1";
        Map<String, String> elsewhere =
                Map.of("OLP_HOME", folder.resolve("other").toString());

        OlpCommand status = olp.command(elsewhere, "status", "--url", url);
        assertThat(status.exit()).as(status.err()).isZero();
        assertThat(olp.command(elsewhere, "status").exit()).isEqualTo(2);
    }

    @Test
    void a_model_that_there_is_not_is_a_wrong_use() throws Exception {
        OlpCommand unknown = olp.command("chains", "explain", "sonet");

        assertThat(unknown.exit()).isEqualTo(1);
        assertThat(unknown.err()).contains("Did you mean sonnet").doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({"bash, 1 ke, keys", "bash, 2 keys ro, rotate", "bash, 1 dr, drain", "zsh, 1 ke, keys"})
    void the_shell_completes_it(String shell, String words, String completed) throws Exception {
        OlpCommand script = olp.command("completion", shell);
        assertThat(script.exit()).as(script.err()).isZero();
        Path file = folder.resolve("completion");
        String runnable = script.out().replaceFirst("(?m)^autoload .*$", "");
        Files.writeString(file, runnable);
        String[] typed = words.split(" ", 2);

        assertThat(bash("-n", file.toString())).isEmpty();
        assertThat(bash(
                        "-c",
                        "source \"$0\"; COMP_WORDS=(olp " + typed[1] + "); COMP_CWORD=" + typed[0]
                                + "; _complete_olp; echo \"${COMPREPLY[@]}\"",
                        file.toString()))
                .contains(completed);
    }

    private static String bash(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            return out.strip();
        } finally {
            process.destroyForcibly();
        }
    }
}
