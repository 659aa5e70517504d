package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own claude and codex, logged in and used beside OLP, keep every byte of theirs. */
class OperatorFilesIT {
    private static final int AT_ONCE = 8;
    private static final int ROUNDS = 3;

    @TempDir
    Path operator;

    @Test
    void many_runs_at_once_leave_the_operators_files_as_they_were() throws Exception { // S108
        write(".claude.json", "{\"numStartups\":7,\"projects\":{\"/home/me\":{\"allowedTools\":[]}}}");
        write(
                ".claude/.credentials.json",
                "{\"claudeAiOauth\":{\"accessToken\":\"sk-ant-oat01-operators\",\"refreshToken\":\"sk-ant-ort01-operators\",\"expiresAt\":%d,\"scopes\":[\"user:inference\"]}}"
                        .formatted(Instant.now().plus(Duration.ofDays(1)).toEpochMilli()));
        write(".claude/settings.json", "{\"model\":\"opus\"}");
        write(".codex/auth.json", "{\"OPENAI_API_KEY\":\"sk-operators\"}");
        write(".codex/config.toml", "model = \"gpt-5.4\"\n");
        Map<Path, String> before = files();
        OlpServer olp = OlpServer.with()
                .withoutEnvironment("CLAUDE_CODE_OAUTH_TOKEN")
                .withoutEnvironment("CODEX_API_KEY")
                .environment("HOME", operator.toString())
                .set("/providers/anthropic/max_concurrent", Integer.toString(AT_ONCE))
                .set("/providers/openai/max_concurrent", Integer.toString(AT_ONCE))
                .set("/limits/default/concurrent", Integer.toString(AT_ONCE))
                .runsApart()
                .server();
        olp.open();
        try (ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Callable<Reply>> asked = new ArrayList<>();
            for (int each = 0; each < AT_ONCE * ROUNDS; each++) {
                String model = each % 2 == 0 ? "sonnet" : "gpt-5.5";
                asked.add(() -> olp.chat(Bodies.chat(model, "hi")));
            }
            for (Future<Reply> reply : clients.invokeAll(asked)) {
                assertThat(reply.get().status()).as(reply.get().text()).isEqualTo(200);
            }
            olp.assertNothingLeft();
        } finally {
            olp.close();
        }
        assertThat(files()).isEqualTo(before);
    }

    private void write(String name, String content) throws IOException {
        Path file = operator.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content, StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Every file, with its inode, its time and its content. */
    private Map<Path, String> files() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(operator)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(
                        file,
                        Files.getAttribute(file, "unix:ino") + " " + Files.getLastModifiedTime(file) + " "
                                + Files.readString(file));
            }
        }
        return files;
    }
}
