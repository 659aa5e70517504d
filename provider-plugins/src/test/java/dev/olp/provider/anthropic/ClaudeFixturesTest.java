package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every captured event stream of the real CLI, line by line. */
class ClaudeFixturesTest {
    private static final String HELLO = "Hello from the fake upstream. Unicode: é中😀 end.";
    private static final Usage COUNTED = new Usage(28, 3, 0, 12, 0);

    @ParameterizedTest
    @ValueSource(strings = {"claude-2.1.332-ok", "claude-2.1.152-ok"})
    void a_whole_answer_is_relayed_once_and_finishes(String name) {
        ClaudeDriver driver = ClaudeDriver.answered(name);

        assertThat(driver.text()).isEqualTo(HELLO);
        assertThat(driver.ending).isEqualTo(Step.Ending.LINGER);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, COUNTED));
        assertThat(driver.rateLimit()).satisfies(report -> {
            assertThat(report.window()).isEqualTo("seven_day");
            assertThat(report.status()).isEqualTo("allowed_warning");
            assertThat(report.utilization()).isEqualTo(0.4);
            assertThat(report.resetsAt()).isEqualTo(Instant.ofEpochSecond(1893900000));
        });
        assertThat(driver.dialogue.skipped()).isZero();
    }

    @Test
    void reasoning_is_no_part_of_the_text() {
        ClaudeDriver driver = ClaudeDriver.answered("claude-2.1.332-thinking");

        assertThat(driver.reasoning()).isEqualTo("Let me think about it.");
        assertThat(driver.text()).isEqualTo("The answer is 42.");
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, COUNTED));
    }

    @ParameterizedTest
    @CsvSource({
        "claude-2.1.332-400, BAD_REQUEST",
        "claude-2.1.332-prompt-too-long, CONTEXT_LENGTH",
        "claude-2.1.332-401-oauth, LOGIN_DEAD",
        "claude-2.1.332-401-key, LOGIN_DEAD",
        "claude-2.1.332-403, FORBIDDEN",
        "claude-2.1.332-404-model, MODEL_UNAVAILABLE",
        "claude-2.1.332-429, RATE_LIMIT",
        "claude-2.1.332-429-usage-limit, USAGE_LIMIT",
        "claude-2.1.332-500, SERVER_ERROR",
        "claude-2.1.332-529, OVERLOADED",
        "claude-2.1.332-html-502, SERVER_ERROR",
        "claude-2.1.332-closed-before-headers, CONNECTION",
        "claude-2.1.332-cut-no-fallback, CONNECTION",
        "claude-2.1.332-api-retry, RATE_LIMIT",
        "claude-2.1.152-401-oauth, LOGIN_DEAD",
        "claude-2.1.152-429-usage-limit, USAGE_LIMIT",
        "claude-2.1.152-cut-no-fallback, CONNECTION",
    })
    void a_fault_is_named_and_its_text_is_never_an_answer(String name, Fault.Kind kind) {
        ClaudeDriver driver = ClaudeDriver.answered(name);

        assertThat(driver.text()).isEmpty();
        assertThat(driver.ending).isEqualTo(Step.Ending.LINGER);
        assertThat(driver.end()).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(kind);
            assertThat(failed.fault().clientMessage()).isNull();
            assertThat(failed.fault().logMessage()).isNotEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-2.1.332-429-usage-limit", "claude-2.1.152-429-usage-limit"})
    void a_spent_plan_window_says_when_it_starts_anew(String name) {
        ClaudeDriver driver = ClaudeDriver.answered(name);

        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().resetAt()).isEqualTo(Instant.ofEpochSecond(1893456000)));
    }

    @Test
    void an_error_amid_the_stream_fails_after_the_text_so_far() {
        ClaudeDriver driver = ClaudeDriver.answered("claude-2.1.332-sse-error");

        assertThat(driver.text()).isEqualTo("Hello from the fak");
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.OVERLOADED));
    }

    @Test
    void a_cut_text_that_the_cli_mended_behind_our_back_is_no_success() {
        ClaudeDriver driver = ClaudeDriver.answered("claude-2.1.332-bad-json");

        assertThat(driver.text()).isEqualTo("Hello from the fak");
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.PROTOCOL));
    }

    @Test
    void an_answer_without_deltas_is_told_from_the_whole_line_once() {
        ClaudeDriver driver = ClaudeDriver.answered("claude-2.1.332-cut-default");

        assertThat(driver.text()).isEqualTo(HELLO);
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Finished.class,
                        finished -> assertThat(finished.reason()).isEqualTo(FinishReason.STOP));
    }

    @Test
    void an_empty_answer_ends_the_run_before_the_cli_asks_again() {
        ClaudeDriver driver = ClaudeDriver.answered("claude-2.1.332-empty");

        assertThat(driver.text()).isEmpty();
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, COUNTED));
    }

    @Test
    void the_output_cap_ends_the_run_by_a_kill_before_the_cli_goes_on() {
        ClaudeDriver driver = ClaudeDriver.answered("claude-2.1.332-max-tokens");

        assertThat(driver.text()).isEqualTo("Truncated answ");
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.LENGTH, COUNTED));
    }

    @Test
    void a_refusal_is_a_content_filter_and_the_clis_words_are_not_relayed() {
        ClaudeDriver driver = ClaudeDriver.answered("claude-2.1.332-refusal");

        assertThat(driver.text()).isEmpty();
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.CONTENT_FILTER, COUNTED));
    }

    @Test
    void a_tool_call_that_nobody_offered_fails_and_kills() {
        ClaudeDriver driver = ClaudeDriver.answered("claude-2.1.332-hallucinated-tool");

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.PROTOCOL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "claude-2.1.332-ok",
                "claude-2.1.332-thinking",
                "claude-2.1.332-529",
                "claude-2.1.332-bad-json",
                "claude-2.1.332-max-tokens",
                "claude-2.1.152-ok"
            })
    void noise_between_the_lines_changes_nothing_but_the_count(String name) {
        List<String> lines = ClaudeDriver.fixture(name);
        ClaudeDriver clean = ClaudeDriver.askedAs(lines).feed(lines);
        DialogueEnd expected = clean.end();
        List<String> noise = List.of(
                "",
                "   ",
                "\r",
                "npm warn something",
                "\u001b[33mwarning\u001b[0m",
                "{\"type\":\"from_the_future\",\"result\":\"x\"}",
                "{\"no\":\"type\"}",
                "{\"type\":\"stream_event\",\"event\":{\"type\":\"from_the_future\"}}",
                "{\"type\":",
                "[1,2]",
                "null");
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<String> mixed = new ArrayList<>();
            for (String line : lines) {
                for (int count = random.nextInt(3); count > 0; count--) {
                    mixed.add(noise.get(random.nextInt(noise.size())));
                }
                mixed.add(random.nextBoolean() ? line : "\uFEFF\u001b[0m" + line + "\u001b[0m\r");
            }

            ClaudeDriver noisy = ClaudeDriver.askedAs(lines).feed(mixed);

            assertThat(noisy.events).isEqualTo(clean.events);
            assertThat(noisy.ending).isEqualTo(clean.ending);
            assertThat(noisy.end()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude-2.1.332-ok", "claude-2.1.332-thinking", "claude-2.1.332-529", "claude-2.1.152-ok"})
    void a_stream_that_breaks_off_anywhere_is_never_a_success(String name) {
        List<String> lines = ClaudeDriver.fixture(name);
        for (int kept = 0; kept < lines.size(); kept++) {
            ClaudeDriver driver = ClaudeDriver.askedAs(lines).feed(lines.subList(0, kept));

            assertThat(driver.ending).as("after %s lines", kept).isEqualTo(Step.Ending.NONE);
            assertThat(driver.end()).as("after %s lines", kept).isInstanceOf(DialogueEnd.Failed.class);
        }
    }

    @Test
    void a_run_that_spends_another_login_than_its_own_is_ended_before_it_answers() { // S119
        ClaudeDriver driver = ClaudeDriver.asked().feed(ClaudeDriver.fixture("claude-2.1.332-empty"));

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end()).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.PROTOCOL);
            assertThat(failed.fault().logMessage()).contains("ANTHROPIC_API_KEY");
        });
    }
}
