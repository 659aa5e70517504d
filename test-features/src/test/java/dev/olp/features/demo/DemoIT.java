package dev.olp.features.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Paths;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./olp demo --once}: the launcher, the server, the real claude and the fake upstream together. */
@Tag("identity")
class DemoIT {
    private static final long LIMIT_SECONDS = 300;

    @TempDir
    Path folder;

    @Test
    void answersOneStreamedRequestThroughTheRealClaudeAndLeavesNothing() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        Path temp = Files.createDirectory(folder.resolve("tmp"));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(Paths.root().resolve("olp").toString(), "demo", "--once", "--json")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("HOME", home.toString());
        environment.put("TMPDIR", temp.toString());
        environment.put("OLP_CLAUDE_BIN", Paths.claude().toString());
        environment.put("OLP_JAVA_HOME", System.getProperty("java.home"));

        Process demo = builder.start();
        try {
            assertThat(demo.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(demo.exitValue())
                    .as(Files.readString(err, StandardCharsets.UTF_8))
                    .isZero();
        } finally {
            demo.destroyForcibly();
            demo.onExit().join();
        }

        JsonNode report = JsonMapper.shared().readTree(Files.readString(out, StandardCharsets.UTF_8));
        assertThat(report.get("ok").booleanValue()).isTrue();
        assertThat(report.get("stand_in").booleanValue()).isFalse();
        assertThat(report.get("answer").stringValue()).contains("é中😀");
        assertThat(report.get("deltas").intValue()).isGreaterThan(1);
        assertThat(report.get("audit").get("status").intValue()).isEqualTo(200);
        assertThat(report.get("timings_ms").get("first_token").isNumber()).isTrue();
        assertThat(children(home)).isEmpty();
        assertThat(children(temp)).isEmpty();
    }

    private static Stream<Path> children(Path of) throws Exception {
        try (Stream<Path> found = Files.list(of)) {
            return found.toList().stream();
        }
    }
}
