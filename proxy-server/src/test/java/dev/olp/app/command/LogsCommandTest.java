package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LogsCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private Path home;
    private Path file;

    @BeforeEach
    void aHome() throws IOException {
        home = Files.createDirectory(
                folder.resolve("olp"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        file = Files.createDirectory(
                        home.resolve("logs"),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
                .resolve("olp.log");
    }

    @Test
    void the_last_lines_are_shown_and_move_no_terminal() throws IOException {
        Files.writeString(file, "one\ntwo\nth\u001b[31mree\nhalf of a li");

        assertThat(run("-n", "2").out()).isEqualTo("two\nth?[31mree\n");
        assertThat(run("-n", "1", "--json").out()).isEqualTo("{\"line\":\"th\\u001B[31mree\"}\n");
        assertThat(run("-n", "0").out()).isEmpty();
    }

    @Test
    void without_a_file_it_says_where_the_log_is() {
        CommandRun none = run();

        assertThat(none.exit()).isEqualTo(ExitCode.FAILURE);
        assertThat(none.err()).contains("journalctl -u olp");
    }

    @Test
    void a_number_that_cannot_be_meant_is_a_wrong_use() {
        assertThat(run("-n", "-1").exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void it_follows_also_when_the_file_is_put_aside() throws Exception {
        Files.writeString(file, "before\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Thread following = Thread.ofPlatform().start(() -> following(out));
        try {
            await().atMost(PATIENCE).until(() -> text(out).equals("before\n"));
            append("first\nsec");
            await().atMost(PATIENCE).until(() -> text(out).endsWith("first\n"));
            append("ond\n");
            Files.move(file, file.resolveSibling("olp.1.log"), StandardCopyOption.ATOMIC_MOVE);
            Files.writeString(file, "third\n");

            await().atMost(PATIENCE).until(() -> text(out).equals("before\nfirst\nsecond\nthird\n"));
        } finally {
            following.interrupt();
            following.join();
        }
    }

    private void following(ByteArrayOutputStream out) {
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        CommandContext context =
                new CommandContext(environment(), new Console(stream, stream), Clock.systemUTC(), new SecureRandom());
        assertThat(new CommandLine(new LogsCommand(context)).execute("-f")).isZero();
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    private static String text(ByteArrayOutputStream out) {
        return out.toString(StandardCharsets.UTF_8);
    }

    private Map<String, String> environment() {
        return Map.of("OLP_HOME", home.toString());
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(context -> new CommandLine(new LogsCommand(context)), environment(), arguments);
    }
}
