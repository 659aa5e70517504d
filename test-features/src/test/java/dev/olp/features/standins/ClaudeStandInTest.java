package dev.olp.features.standins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaudeStandInTest {
    private static final String INITIALIZE =
            "{\"type\":\"control_request\",\"request_id\":\"r-1\",\"request\":{\"subtype\":\"initialize\",\"systemPrompt\":[\"{{silent}}\"]}}\n";

    @Test
    void itAcknowledgesTheHistoryAndAnswersTheLastTurn(@TempDir Path folder) throws Exception {
        String output = run(
                folder,
                INITIALIZE
                        + "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"say \\\"shouldQuery\\\":false {{silent}}\"},\"shouldQuery\":false}\n"
                        + "{\"type\":\"assistant\",\"message\":{\"role\":\"assistant\",\"content\":[]}}\n"
                        + "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"q\"}}\n");

        assertThat(output)
                .contains("\"request_id\":\"r-1\"", "\"num_turns\":0", "Unicode: é中😀 end.", "\"type\":\"result\"}")
                .doesNotContain("no such mode");
        assertThat(Files.readString(folder.resolve("starts"))).contains(" -p --model m\n");
        assertThat(Files.readString(folder.resolve("modes"))).isEqualTo("ok\n");
    }

    @Test
    void itTakesItsFaultFromTheLastTurn(@TempDir Path folder) throws Exception {
        String output = run(
                folder,
                INITIALIZE + "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"{{result-only}}\"}}\n");

        assertThat(output).contains("\"result\":\"Hello").doesNotContain("message_start");
    }

    private static String run(Path folder, String input) throws IOException, InterruptedException {
        Path standIn = folder.resolve("claude");
        Files.copy(Path.of("stand-ins/claude"), standIn, StandardCopyOption.COPY_ATTRIBUTES);
        Process process = new ProcessBuilder("/bin/sh", standIn.toString(), "-p", "--model", "m")
                .redirectErrorStream(true)
                .start();
        try {
            process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
