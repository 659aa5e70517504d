package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Paths;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Claude Code as a client: unmodified, in a home of its own, with all of its tools. */
final class ClaudeCode {
    private static final long SECONDS = 120;

    private final Path home;
    private final Path project;

    /** @param folder for its home and {@code project} */
    ClaudeCode(Path folder) throws IOException {
        home = Files.createDirectory(folder.resolve("home"));
        project = Files.createDirectory(folder.resolve("project"));
    }

    Path project() {
        return project;
    }

    /**
     * Starts a session of one prompt; it prints JSON lines.
     *
     * @param url that it is to take for Anthropic's
     */
    Process start(String url, String key, String model, String prompt) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Paths.claude().toString(),
                        "-p",
                        "--output-format",
                        "stream-json",
                        "--verbose",
                        "--include-partial-messages",
                        "--model",
                        model,
                        "--allowedTools",
                        "Read,Edit,Bash")
                .directory(project.toFile())
                .redirectOutput(printed().toFile())
                .redirectError(home.resolve("errors").toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        "/usr/local/bin:/usr/bin:/bin",
                        "HOME",
                        home.toString(),
                        "ANTHROPIC_BASE_URL",
                        url,
                        "ANTHROPIC_AUTH_TOKEN",
                        key,
                        "ENABLE_TOOL_SEARCH",
                        "false",
                        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
                        "1"));
        Process process = builder.start();
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(prompt.getBytes(StandardCharsets.UTF_8));
        }
        return process;
    }

    /** All lines of a session that ends well. */
    List<JsonNode> run(String url, String key, String model, String prompt) throws IOException, InterruptedException {
        Process process = start(url, key, model, prompt);
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<JsonNode> lines = lines();
        assertThat(process.exitValue()).as(lines.toString()).isZero();
        return lines;
    }

    List<JsonNode> lines() throws IOException {
        return Files.readAllLines(printed()).stream()
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
    }

    private Path printed() {
        return home.resolve("printed");
    }
}
