package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigCommandTest {
    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @Test
    void nothing_is_made_by_looking() {
        assertThat(config("check").exit()).isZero();
        assertThat(config("print").exit()).isZero();
        assertThat(config("path").out()).isEqualTo(home().resolve("config.json") + "\n");
        assertThat(home()).doesNotExist();
    }

    @Test
    void a_bad_file_is_told_line_by_line_and_ends_with_2() throws IOException {
        write("{\"server\":{\"port\":70000,\"prot\":1}}");
        CommandRun run = config("check");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .containsExactlyInAnyOrder(
                        "server.port: 70000 (expected: 0-65535)",
                        "server.prot (expected: a known key; did you mean port?)");
        assertThat(config("print").exit()).isEqualTo(ExitCode.FAILURE);
    }

    @Test
    void problems_come_as_json_too() throws IOException {
        write("{\"server\":{\"port\":70000}}");
        CommandRun run = config("check", "--json");
        JsonNode problem = json(run).at("/problems/0");

        assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(json(run).path("ok").booleanValue()).isFalse();
        assertThat(problem.path("path").stringValue()).isEqualTo("server.port");
        assertThat(problem.path("value").stringValue()).isEqualTo("70000");
        assertThat(problem.path("expected").stringValue()).isEqualTo("0-65535");
        assertThat(problem.path("source").stringValue()).isEqualTo("config.json");
    }

    @Test
    void an_open_bind_is_refused_until_there_is_a_key() throws IOException {
        write("{\"server\":{\"bind\":[\"0.0.0.0\"]}}");
        assertThat(config("check").err()).contains("olp keys create --owner");
        assertThat(config("check").exit()).isEqualTo(ExitCode.FAILURE);

        CommandRun.of(KeysCommand::create, Map.of("OLP_HOME", home().toString()), "create", "--owner");
        assertThat(config("check").out()).isEqualTo("The configuration is valid.\n");
        assertThat(json(config("check", "--json")).path("ok").booleanValue()).isTrue();
    }

    @Test
    void what_is_in_force_is_printed_with_its_sources() throws IOException {
        write("{\"server\":{\"port\":8}}");
        environment.put("OLP_LOG_LEVEL", "debug");
        environment.put("OLP_OWNER_TOKEN", "the-operators-own-token");
        JsonNode printed = json(config("print", "--json"));

        assertThat(config("print").out())
                .contains("\"port\": 8, // config.json")
                .doesNotContain("operators");
        assertThat(printed.at("/config/server/port").intValue()).isEqualTo(8);
        assertThat(printed.at("/sources").path("logs.level").stringValue()).isEqualTo("OLP_LOG_LEVEL");
        assertThat(printed.toString()).doesNotContain("operators");
    }

    private CommandRun config(String... arguments) {
        environment.put("OLP_HOME", home().toString());
        return CommandRun.of(ConfigCommand::create, environment, arguments);
    }

    private Path home() {
        return folder.resolve("home");
    }

    private void write(String json) throws IOException {
        Files.createDirectories(home());
        Files.writeString(home().resolve("config.json"), json);
    }

    private static JsonNode json(CommandRun run) {
        return JsonMapper.shared().readTree(run.out());
    }
}
