package dev.olp.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.app.command.CommandContext;
import dev.olp.app.command.Console;
import dev.olp.audit.AuditRecord;
import dev.olp.audit.Outcome;
import dev.olp.fakeupstream.FakeUpstream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DemoCommandTest {
    private final Map<String, String> seen = new HashMap<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @Test
    void prints_the_answer_then_the_audit_row_then_the_timings() {
        int code = run(this::fakeServer, "--once", "--cli", "/opt/claude", "--cli-origin", "found here");

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines().map(line -> line.split(" ", -1)[0]))
                .containsExactly("cli", "upstream", "server", "isolation", "request", "answer", "audit", "timings");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("/opt/claude (found here)", "answer    Hello", "\"outcome\":\"SUCCESS\"", "spawn 7 ms");
    }

    @Test
    void prints_one_json_object_for_machines() {
        int code = run(this::fakeServer, "--once", "--json", "--stand-in", "--cli", "/opt/claude");

        assertThat(code).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
        JsonNode report = JsonMapper.builder().build().readTree(out.toString(StandardCharsets.UTF_8));
        assertThat(report.path("ok").asBoolean()).isTrue();
        assertThat(report.path("stand_in").asBoolean()).isTrue();
        assertThat(report.path("answer").asString()).startsWith("Hello");
        assertThat(report.path("audit").path("output_tokens").asLong()).isEqualTo(11);
        assertThat(report.path("timings_ms").path("spawn").asLong()).isEqualTo(7);
    }

    @Test
    void shows_the_server_a_home_of_its_own_and_none_of_the_users_secrets() {
        run(this::fakeServer, "--once", "--cli", "/opt/claude");

        assertThat(seen)
                .containsEntry("PATH", "/usr/bin")
                .containsEntry("OLP_PORT", "0")
                .containsKey("OLP_OWNER_TOKEN")
                .doesNotContainKey("ANTHROPIC_API_KEY");
        assertThat(seen.get("HOME")).isNotEqualTo("/home/somebody").isEqualTo(seen.get("OLP_HOME"));
    }

    @Test
    void removes_the_home_at_its_end() {
        run(this::fakeServer, "--once", "--cli", "/opt/claude");

        assertThat(Path.of(seen.getOrDefault("OLP_HOME", "/"))).doesNotExist();
    }

    @Test
    void removes_the_home_when_the_server_does_not_start() {
        int code = run(
                environment -> {
                    seen.putAll(environment);
                    throw new DemoException("no port", null);
                },
                "--once",
                "--cli",
                "/opt/claude");

        assertThat(code).isEqualTo(2);
        assertThat(errors.toString(StandardCharsets.UTF_8)).contains("no port");
        assertThat(Path.of(seen.getOrDefault("OLP_HOME", "/"))).doesNotExist();
    }

    @Test
    void fails_when_no_audit_row_was_written() {
        int code = run(environment -> serving(environment, null), "--once", "--cli", "/opt/claude");

        assertThat(code).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("no row was written");
    }

    @Test
    void says_how_to_start_it_when_the_launcher_named_no_cli() {
        assertThat(run(this::fakeServer, "--once")).isEqualTo(1);
        assertThat(errors.toString(StandardCharsets.UTF_8)).contains("./olp demo");
    }

    private int run(ServerStart start, String... arguments) {
        Map<String, String> environment =
                Map.of("PATH", "/usr/bin", "HOME", "/home/somebody", "ANTHROPIC_API_KEY", "secret");
        Console console = new Console(printing(out), printing(errors));
        CommandContext context = new CommandContext(environment, console, Clock.systemUTC(), new SecureRandom());
        return new CommandLine(new DemoCommand(context, start)).execute(arguments);
    }

    private static PrintStream printing(ByteArrayOutputStream where) {
        return new PrintStream(where, true, StandardCharsets.UTF_8);
    }

    private ServerStart.RunningServer fakeServer(Map<String, String> environment) {
        return serving(environment, row());
    }

    /** The fake speaks chat completions itself, so it can stand where OLP does. */
    private ServerStart.RunningServer serving(Map<String, String> environment, @Nullable AuditRecord row) {
        seen.putAll(environment);
        assertThat(Files.isRegularFile(Path.of(environment.getOrDefault("OLP_HOME", "/"), "config.json")))
                .isTrue();
        FakeUpstream server = FakeUpstream.start();
        return new ServerStart.RunningServer() {
            @Override
            public int port() {
                return server.port();
            }

            @Override
            public Optional<AuditRecord> audited(String requestId) {
                return Optional.ofNullable(row);
            }

            @Override
            public String isolation(String provider) {
                return "the sandbox of " + provider;
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }

    private static AuditRecord row() {
        return new AuditRecord(
                "r-1",
                Instant.EPOCH,
                null,
                null,
                null,
                "POST",
                "/v1/chat/completions",
                "sonnet",
                "sonnet",
                "anthropic",
                "default",
                Outcome.SUCCESS,
                200,
                null,
                40L,
                30L,
                0L,
                7L,
                true,
                "bypass",
                1,
                null,
                "sonnet",
                12L,
                0L,
                11L,
                0L,
                false,
                null,
                null,
                null,
                null,
                null,
                null);
    }
}
