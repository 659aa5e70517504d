package dev.olp.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every captured event stream of the real CLI, line by line. */
class CodexFixturesTest {
    private static final String HELLO = "Hello from the fake upstream. Unicode: é中😀 end.";
    private static final Usage COUNTED = new Usage(100, 20, 0, 15, 5);

    @Test
    void app_server_relays_each_delta_as_it_comes() {
        CodexDriver driver = CodexDriver.appServer().feed(CodexDriver.transcript("0.171.0-app-server"));

        assertThat(driver.events)
                .containsExactly(
                        new ChatEvent.TextDelta("Hello fro"),
                        new ChatEvent.TextDelta("m the fak"),
                        new ChatEvent.TextDelta("e upstrea"),
                        new ChatEvent.TextDelta("m. Unicod"),
                        new ChatEvent.TextDelta("e: é中😀 en"),
                        new ChatEvent.TextDelta("d."),
                        new ChatEvent.UsageReport(COUNTED),
                        new ChatEvent.RateLimitReport("five_hour", null, 0.13, Instant.ofEpochSecond(1893456000)),
                        new ChatEvent.RateLimitReport("seven_day", null, 0.4, Instant.ofEpochSecond(1893900000)));
        assertThat(driver.ending).isEqualTo(Step.Ending.LINGER);
        assertThat(driver.stdinClosed).isTrue();
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, COUNTED));
        assertThat(driver.dialogue.skipped()).isZero();
    }

    @Test
    void app_server_reasoning_is_no_part_of_the_text() {
        CodexDriver driver = CodexDriver.appServer().feed(CodexDriver.transcript("0.171.0-app-server-reason"));

        assertThat(driver.reasoning()).isEqualTo("**Thinking** about it");
        assertThat(driver.text()).isEqualTo(HELLO);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, COUNTED));
    }

    @ParameterizedTest
    @CsvSource({
        "400, BAD_REQUEST, ''",
        "401, LOGIN_DEAD, ''",
        "403, FORBIDDEN, ''",
        "404, MODEL_UNAVAILABLE, ''",
        "429, RATE_LIMIT, ''",
        "429plan, USAGE_LIMIT, ''",
        "429quota, BILLING, ''",
        "500, SERVER_ERROR, ''",
        "503, OVERLOADED, ''",
        "529, OVERLOADED, ''",
        "cut, CONNECTION, Hello from the fak",
        "cutclean, CONNECTION, Hello from the fak",
        "failed, OVERLOADED, Hello from the fak",
        "failedrl, RATE_LIMIT, Hello from the fak",
    })
    void app_server_names_each_fault_though_it_exits_with_0(String name, Fault.Kind kind, String text) {
        CodexDriver driver = CodexDriver.appServer().feed(CodexDriver.transcript("0.171.0-app-server-" + name));

        assertThat(driver.text()).isEqualTo(text);
        assertThat(driver.ending).isEqualTo(Step.Ending.LINGER);
        assertThat(driver.stdinClosed).isTrue();
        assertThat(driver.end()).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(kind);
            assertThat(failed.fault().logMessage()).isNotEmpty().doesNotContain("://");
        });
    }

    @Test
    void a_spent_plan_window_says_when_it_starts_anew() {
        CodexDriver driver = CodexDriver.appServer().feed(CodexDriver.transcript("0.171.0-app-server-429plan"));

        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().resetAt()).isEqualTo(Instant.ofEpochSecond(1893456000)));
    }

    @Test
    void the_providers_sentence_about_a_malformed_request_may_be_shown() {
        CodexDriver driver = CodexDriver.appServer().feed(CodexDriver.transcript("0.171.0-app-server-400"));

        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().clientMessage()).isEqualTo("fake: bad request"));
    }

    @Test
    void an_answer_cut_by_the_models_own_limit_is_an_answer() {
        CodexDriver driver = CodexDriver.appServer().feed(CodexDriver.transcript("0.171.0-app-server-incomplete"));

        assertThat(driver.text()).isEqualTo("Hello from the fak");
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.LENGTH, Usage.ZERO));
    }

    @Test
    void an_end_before_the_terminal_event_is_a_fault_at_any_line() {
        List<String> lines = CodexDriver.transcript("0.171.0-app-server");
        for (int kept = 0; kept < lines.size(); kept++) {
            CodexDriver driver = CodexDriver.appServer().feed(lines.subList(0, kept));

            assertThat(driver.end()).as("after %d lines", kept).isInstanceOf(DialogueEnd.Failed.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0-app-server", "0.171.0-app-server-reason", "0.171.0-app-server-cut"})
    void unknown_notifications_and_stray_lines_change_nothing(String name) {
        List<String> mixed = new ArrayList<>();
        List<String> strays = List.of(
                "not json",
                "",
                "[1]",
                "{\"method\":\"brand/new\",\"params\":{\"delta\":\"x\",\"itemId\":\"msg_1\"}}",
                "{\"id\":99,\"result\":{}}");
        for (String line : CodexDriver.transcript(name)) {
            mixed.addAll(strays);
            mixed.add(line);
        }
        CodexDriver plain = CodexDriver.appServer().feed(CodexDriver.transcript(name));

        CodexDriver driver = CodexDriver.appServer().feed(mixed);

        assertThat(driver.events).isEqualTo(plain.events);
        assertThat(driver.end()).isEqualTo(plain.end());
        assertThat(driver.dialogue.skipped())
                .isEqualTo(strays.size() * CodexDriver.transcript(name).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.171.0-ok", "0.133.0-ok"})
    void exec_relays_whole_items(String name) {
        CodexDriver driver = CodexDriver.exec().feed(CodexDriver.transcript(name));

        assertThat(driver.events).containsExactly(new ChatEvent.TextDelta(HELLO), new ChatEvent.UsageReport(COUNTED));
        assertThat(driver.ending).isEqualTo(Step.Ending.LINGER);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, COUNTED));
    }

    @Test
    void exec_reasoning_is_no_part_of_the_text() {
        CodexDriver driver = CodexDriver.exec().feed(CodexDriver.transcript("0.171.0-reasoning"));

        assertThat(driver.reasoning()).isEqualTo("**Thinking** about it");
        assertThat(driver.text()).isEqualTo(HELLO);
    }

    @Test
    void exec_hides_a_call_that_it_refused_itself() {
        CodexDriver driver = CodexDriver.exec().feed(CodexDriver.transcript("0.171.0-tool"));

        assertThat(driver.text()).isEqualTo(HELLO);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, new Usage(200, 40, 0, 30, 10)));
    }

    @Test
    void exec_calls_an_answer_cut_by_the_models_own_limit_an_answer() {
        CodexDriver driver = CodexDriver.exec().feed(CodexDriver.transcript("0.171.0-incomplete"));

        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.LENGTH, Usage.ZERO));
    }

    @ParameterizedTest
    @CsvSource({
        "0.171.0-400, BAD_REQUEST",
        "0.171.0-401, LOGIN_DEAD",
        "0.171.0-403, FORBIDDEN",
        "0.171.0-404, MODEL_UNAVAILABLE",
        "0.171.0-429, RATE_LIMIT",
        "0.171.0-429-usage-limit, USAGE_LIMIT",
        "0.171.0-429-quota, BILLING",
        "0.171.0-500, SERVER_ERROR",
        "0.171.0-503, OVERLOADED",
        "0.171.0-529, OVERLOADED",
        "0.171.0-cut, CONNECTION",
        "0.171.0-failed-rate-limit, RATE_LIMIT",
        "0.171.0-reconnecting, RATE_LIMIT",
        "0.133.0-401, LOGIN_DEAD",
        "0.133.0-429, RATE_LIMIT",
        "0.133.0-cut, CONNECTION",
    })
    void exec_names_each_fault_and_its_text_is_never_an_answer(String name, Fault.Kind kind) {
        CodexDriver driver = CodexDriver.exec().feed(CodexDriver.transcript(name));

        assertThat(driver.events).isEmpty();
        assertThat(driver.end()).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(kind);
            assertThat(failed.fault().logMessage()).isNotEmpty().doesNotContain("://");
        });
    }

    @Test
    void exec_that_says_reconnecting_is_not_at_its_end() {
        List<String> lines = CodexDriver.transcript("0.171.0-reconnecting");

        CodexDriver driver = CodexDriver.exec().feed(lines.subList(0, lines.size() - 1));

        assertThat(driver.ending).isEqualTo(Step.Ending.NONE);
    }
}
