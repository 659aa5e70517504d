package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real codex as an outside client of OLP: in a home of its own, by a model provider of its configuration. */
record CodexClient(OlpServer olp, Path folder) {
    private static final long SECONDS = 120;

    /** What a run printed, one event each. */
    record Run(List<JsonNode> events) {
        /** The texts of the answer. */
        List<String> messages() {
            return items("agent_message")
                    .map(item -> item.path("text").asString(""))
                    .toList();
        }

        /** What was done of one kind, for example {@code command_execution}. */
        Stream<JsonNode> items(String type) {
            return events.stream()
                    .filter(event -> event.path("type").asString("").equals("item.completed"))
                    .map(event -> event.path("item"))
                    .filter(item -> item.path("type").asString("").equals(type));
        }

        boolean completed() {
            return events.getLast().path("type").asString("").equals("turn.completed");
        }
    }

    /** Where its tools work. */
    Path workspace() throws IOException {
        return Files.createDirectories(folder.resolve("workspace"));
    }

    /** One turn of {@code codex exec}, with its tools and without a question to anybody. */
    Run run(String model, String prompt) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        Files.writeString(home.resolve("config.toml"), """
            model_provider = "olp"
            check_for_update_on_startup = false
            [model_providers.olp]
            name = "OLP"
            base_url = "http://127.0.0.1:%d/v1"
            wire_api = "responses"
            env_key = "OLP_API_KEY"
            request_max_retries = 0
            stream_max_retries = 0
            [analytics]
            enabled = false
            """.formatted(olp.port()));
        Path printed = folder.resolve("printed");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(
                        Paths.codex().toString(),
                        "exec",
                        "--json",
                        "--skip-git-repo-check",
                        "--ephemeral",
                        "--dangerously-bypass-approvals-and-sandbox",
                        "-m",
                        model,
                        prompt)
                .directory(workspace().toFile())
                .redirectOutput(printed.toFile())
                .redirectError(errors.toFile());
        String path = System.getenv("PATH");
        builder.environment().clear();
        builder.environment().put("PATH", path);
        builder.environment().put("HOME", home.toString());
        builder.environment().put("CODEX_HOME", home.toString());
        builder.environment().put("OLP_API_KEY", OlpServer.OWNER_TOKEN);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        List<JsonNode> events = Files.readAllLines(printed, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith("{"))
                .map(JsonMapper.shared()::readTree)
                .toList();
        assertThat(events).as(() -> read(errors)).isNotEmpty();
        return new Run(events);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
