package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

/** Commands that need a server, where there is none. */
class ServerCommandTest {
    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @Test
    void where_none_runs_it_says_what_to_do_and_leaves_the_home_free() {
        environment.put("OLP_HOME", folder.resolve("olp").toString());

        for (int i = 0; i < 2; i++) {
            CommandRun run = run();
            assertThat(run.exit()).isEqualTo(ExitCode.FAILURE);
            assertThat(run.err()).contains("olp serve").doesNotContain("Exception");
        }
        assertThat(JsonMapper.shared()
                        .readTree(run("--json").out())
                        .at("/problems/0/message")
                        .stringValue())
                .contains("olp serve");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://127.0.0.1:1||3|OLP_API_KEY",
                "http://127.0.0.1:1|key|2|no server answers",
                "file:///etc/passwd|key|1|--url",
                "not a url|key|1|--url"
            })
    void a_server_that_is_named_is_the_one_asked(String url, String key, int exit, String told) {
        if (key != null) {
            environment.put("OLP_API_KEY", key);
        }

        CommandRun run = run("--url", url);

        assertThat(run.exit()).as(run.err()).isEqualTo(exit);
        assertThat(run.err()).contains(told).doesNotContain("Exception");
    }

    @Test
    void a_span_is_told_in_its_two_largest_units() {
        assertThat(StatusCommand.span(61_000)).isEqualTo("1 min 1 s");
        assertThat(StatusCommand.span(7_260_000)).isEqualTo("2 h 1 min");
        assertThat(StatusCommand.span(90_000_000)).isEqualTo("1 d 1 h");
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(context -> new CommandLine(new StatusCommand(context)), environment, arguments);
    }
}
