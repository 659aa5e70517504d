package dev.olp.features.warm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Another login or another CLI while a process waits. */
class WarmChangesIT {
    private static final Duration PROVEN = Duration.ofSeconds(90);
    private static final String HELLO = Bodies.chat("gpt-5.5", "hello");

    @Test
    void the_login_is_that_of_the_moment_and_another_kind_starts_cold() throws Exception {
        try (WarmServer warm = WarmServer.open(OlpServer.with().withoutEnvironment("CODEX_API_KEY"))) {
            logIn(warm, "{\"OPENAI_API_KEY\":\"sk-one\"}");
            warm.ask(OlpServer.OWNER_TOKEN, HELLO);
            warm.awaitReady("openai");

            logIn(warm, "{\"OPENAI_API_KEY\":\"sk-two\"}");
            warm.ask(OlpServer.OWNER_TOKEN, HELLO);
            assertThat(warm.taken()).as("it has no login while it waits").isEqualTo(1);
            Set<Long> waiting = warm.awaitReady("openai");

            logIn(
                    warm,
                    "{\"auth_mode\":\"chatgpt\",\"tokens\":{\"access_token\":\"three\",\"account_id\":\"account\"}}");
            warm.ask(OlpServer.OWNER_TOKEN, HELLO);
            assertThat(warm.taken())
                    .as("it was started for a login of another kind")
                    .isEqualTo(1);
            assertThat(warm.awaitReady("openai")).doesNotContainAnyElementsOf(waiting);
            assertThat(warm.calls())
                    .extracting(call -> call.header("authorization"))
                    .containsExactly("Bearer sk-one", "Bearer sk-two", "Bearer three");
        }
    }

    @Test
    void another_cli_is_not_asked_by_a_process_of_the_one_before() throws Exception {
        Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "olp-codex-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Path binary = folder.resolve("codex");
        try {
            replace(binary, Paths.oldCodex());
            try (WarmServer warm = WarmServer.open(OlpServer.with().environment("OLP_CODEX_BIN", binary.toString()))) {
                warm.ask(OlpServer.OWNER_TOKEN, HELLO);
                warm.awaitReady("openai");
                replace(binary, Paths.codex());
                await().atMost(PROVEN).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
                    warm.ask(OlpServer.OWNER_TOKEN, HELLO);
                    assertThat(version(warm)).isEqualTo("0.171.0");
                });
                warm.olp.upstream().forget();
                for (int i = 0; i < 2; i++) {
                    warm.ask(OlpServer.OWNER_TOKEN, HELLO);
                    warm.awaitReady("openai");
                }
                assertThat(warm.calls())
                        .hasSize(2)
                        .allMatch(call -> call.header("user-agent").contains("0.171.0"));
            }
        } finally {
            Files.deleteIfExists(binary);
            Files.delete(folder);
        }
    }

    private static String version(WarmServer warm) throws IOException {
        return warm.olp.get("/health").json().at("/providers/openai/version").asString("");
    }

    private static void logIn(WarmServer warm, String login) throws IOException {
        Path folder = warm.olp.home().resolveSibling("home").resolve(".codex");
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path next = Files.writeString(folder.resolve("next"), login);
        Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-------"));
        Files.move(next, folder.resolve("auth.json"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void replace(Path binary, Path version) throws IOException {
        Path fresh = Files.copy(version, binary.resolveSibling("fresh"));
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(fresh, binary, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
