package dev.olp.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class KeysLimitsCommandTest {
    @TempDir
    Path folder;

    @BeforeEach
    void makeAKey() {
        assertThat(keys("create", "--name", "phone").exit()).isZero();
    }

    @Test
    void a_new_key_has_the_defaults() {
        CommandRun shown = limits();

        assertThat(shown.exit()).isZero();
        assertThat(shown.out().lines()).hasSize(8).allMatch(line -> line.endsWith(" default"));
    }

    @Test
    void each_limit_is_kept_and_shown() {
        limits(
                "--requests-per-minute=1",
                "--requests-per-day=2",
                "--requests-per-week=3",
                "--requests-per-month=4",
                "--tokens-per-day=5",
                "--tokens-per-month=6000000000",
                "--usd-per-month=7.50",
                "--concurrent=none");

        JsonNode shown = JsonMapper.shared().readTree(limits("--json").out());
        assertThat(shown.path("name").asString("")).isEqualTo("phone");
        assertThat(shown.path("limits")).isEqualTo(JsonMapper.shared().readTree("""
                        {"requests_per_minute":1,"requests_per_day":2,"requests_per_week":3,"requests_per_month":4,
                         "tokens_per_day":5,"tokens_per_month":6000000000,"usd_per_month":7.5,"concurrent":"none"}"""));
    }

    @Test
    void what_is_not_named_stays_and_default_takes_back() {
        limits("--requests-per-day=20", "--tokens-per-day=none");
        limits("--tokens-per-day=default", "--concurrent=2");

        assertThat(limits().out())
                .contains("requests_per_day     20", "tokens_per_day       default", "concurrent           2");
    }

    @Test
    void clear_takes_all_back_before_what_is_named_beside_it() {
        limits("--requests-per-day=20", "--concurrent=2");

        assertThat(limits("--clear", "--concurrent=3").out())
                .contains("requests_per_day     default", "concurrent           3");
        assertThat(limits("--clear").out().lines()).hasSize(8).allMatch(line -> line.endsWith(" default"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "-1", "1.5", "many", "", "1e300", "9999999999999999999", "99999999999999999999", "NaN"})
    void what_is_no_amount_is_refused_and_changes_nothing(String value) {
        limits("--requests-per-day=20");
        CommandRun refused = limits("--concurrent=3", "--requests-per-day=" + value);

        assertThat(refused.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err())
                .isEqualTo("--requests-per-day: must be a whole number above 0, \"none\" or \"default\".\n");
        assertThat(limits().out()).contains("requests_per_day     20", "concurrent           default");
    }

    @Test
    void a_millionth_of_a_dollar_is_the_least() {
        assertThat(limits("--usd-per-month=0.000001").out()).contains("usd_per_month        0.000001");
        assertThat(limits("--usd-per-month=0.0000001").exit()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void an_unknown_key_is_told() {
        CommandRun refused = keys("limits", "nobody");

        assertThat(refused.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err()).isEqualTo("There is no valid key of that id or name.\n");
    }

    private CommandRun limits(String... options) {
        return keys(Stream.concat(Stream.of("limits", "phone"), Arrays.stream(options))
                .toArray(String[]::new));
    }

    private CommandRun keys(String... arguments) {
        Map<String, String> environment =
                Map.of("OLP_HOME", folder.resolve("home").toString());
        return CommandRun.of(KeysCommand::create, environment, arguments);
    }
}
