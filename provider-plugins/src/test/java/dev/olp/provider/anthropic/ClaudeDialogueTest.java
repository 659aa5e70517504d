package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.ChatEvent;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import org.junit.jupiter.api.Test;

class ClaudeDialogueTest {
    private static final String START = """
            {"type":"stream_event","event":{"type":"message_start","message":{"id":"m1","usage":{"input_tokens":10,\
            "cache_read_input_tokens":4,"cache_creation_input_tokens":6,"output_tokens":1}}},"parent_tool_use_id":null}""";
    private static final String END_TURN = """
            {"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"end_turn"},\
            "usage":{"output_tokens":7}}}""";

    private static String delta(String text) {
        return """
                {"type":"stream_event","event":{"type":"content_block_delta","index":0,\
                "delta":{"type":"text_delta","text":"%s"}}}""".formatted(text);
    }

    private static String blockStart() {
        return """
                {"type":"stream_event","event":{"type":"content_block_start","content_block":{"type":"text","text":""}}}""";
    }

    private static String whole(String text) {
        return """
                {"type":"assistant","message":{"id":"m1","model":"m","content":[{"type":"text","text":"%s"}]}}""".formatted(text);
    }

    private static String result(String text) {
        return """
                {"is_error":false,"num_turns":1,"subtype":"success","result":"%s","type":"result"}""".formatted(text);
    }

    private static void assertFailed(ClaudeDriver driver, Fault.Kind kind) {
        assertThat(driver.end())
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(kind));
    }

    @Test
    void nothing_but_the_system_prompt_is_written_before_claude_is_ready() {
        ClaudeDriver driver = new ClaudeDriver(ClaudeDriver.chat(ClaudeDriver.user("Q")));

        assertThat(driver.written).singleElement().asString().contains("\"systemPrompt\":[\"Be brief.\"]");
        assertThat(driver.stdinClosed).isFalse();
    }

    @Test
    void each_user_line_of_the_history_is_awaited_and_stdin_is_closed_behind_the_last() {
        ClaudeDriver driver = new ClaudeDriver(ClaudeDriver.chat(
                ClaudeDriver.user("Q1"),
                ClaudeDriver.assistant("A1"),
                ClaudeDriver.user("Q2"),
                ClaudeDriver.assistant("A2"),
                ClaudeDriver.user("Q3")));

        driver.feed(ClaudeDriver.INITIALIZED);
        assertThat(driver.written).hasSize(2);
        assertThat(driver.written.getLast()).contains("Q1").contains("\"shouldQuery\":false");

        driver.feed(ClaudeDriver.ACKNOWLEDGED);
        assertThat(driver.written).hasSize(4);
        assertThat(driver.stdinClosed).isFalse();

        driver.feed(ClaudeDriver.ACKNOWLEDGED);
        assertThat(driver.written).hasSize(6);
        assertThat(driver.written.getLast()).contains("Q3").doesNotContain("shouldQuery");
        assertThat(driver.stdinClosed).isTrue();
    }

    @Test
    void an_acknowledgement_is_no_answer() {
        ClaudeDriver driver = ClaudeDriver.asked().feed(ClaudeDriver.ACKNOWLEDGED);

        assertFailed(driver, Fault.Kind.PROTOCOL);
        assertThat(driver.text()).isEmpty();
    }

    @Test
    void a_refused_start_fails() {
        ClaudeDriver driver = new ClaudeDriver(ClaudeDriver.chat(ClaudeDriver.user("Q")));

        driver.feed("""
                {"type":"control_response","response":{"subtype":"error","request_id":"olp-initialize","error":"no"}}""");

        assertThat(driver.ending).isEqualTo(Step.Ending.TERMINATE);
        assertFailed(driver, Fault.Kind.PROTOCOL);
    }

    @Test
    void a_fault_amid_the_history_is_named() {
        ClaudeDriver driver = new ClaudeDriver(ClaudeDriver.chat(
                        ClaudeDriver.user("Q1"), ClaudeDriver.assistant("A1"), ClaudeDriver.user("Q2")))
                .feed(ClaudeDriver.INITIALIZED)
                .feed("""
                        {"type":"result","is_error":true,"num_turns":0,"result":"Prompt is too long"}""");

        assertFailed(driver, Fault.Kind.CONTEXT_LENGTH);
    }

    @Test
    void a_request_of_the_cli_is_declined_while_stdin_is_open() {
        ClaudeDriver driver = new ClaudeDriver(ClaudeDriver.chat(ClaudeDriver.user("Q")));

        driver.feed("""
                {"type":"control_request","request_id":"r7","request":{"subtype":"hook_callback"}}""");

        assertThat(driver.written.getLast())
                .contains("control_response")
                .contains("\"request_id\":\"r7\"")
                .contains("error");
        assertThat(driver.dialogue.skipped()).isEqualTo(1);
    }

    @Test
    void a_request_of_the_cli_after_stdin_was_closed_is_counted_only() {
        ClaudeDriver driver = ClaudeDriver.asked();

        driver.feed("""
                {"type":"control_request","request_id":"r7","request":{"subtype":"hook_callback"}}""");

        assertThat(driver.dialogue.skipped()).isEqualTo(1);
        assertThat(driver.ending).isEqualTo(Step.Ending.NONE);
    }

    @Test
    void usage_is_known_from_the_start_and_counts_the_cache_as_input() {
        ClaudeDriver driver = ClaudeDriver.asked().feed(START);

        assertThat(driver.events).containsExactly(new ChatEvent.UsageReport(new Usage(20, 4, 6, 1, 0)));
    }

    @Test
    void several_blocks_are_told_in_full_though_the_result_holds_the_last_only() {
        ClaudeDriver driver = ClaudeDriver.asked()
                .feed(START, blockStart(), delta("one "), blockStart(), delta("two"), END_TURN, result("two"));

        assertThat(driver.text()).isEqualTo("one two");
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, new Usage(20, 4, 6, 7, 0)));
    }

    @Test
    void an_empty_result_after_a_whole_stream_is_a_success() {
        ClaudeDriver driver =
                ClaudeDriver.asked().feed(START, blockStart(), delta("all"), whole("all"), END_TURN, result(""));

        assertThat(driver.text()).isEqualTo("all");
        assertThat(driver.end()).isInstanceOf(DialogueEnd.Finished.class);
    }

    @Test
    void a_result_of_another_text_than_the_relayed_is_a_fault() {
        ClaudeDriver driver =
                ClaudeDriver.asked().feed(START, blockStart(), delta("a"), END_TURN, result("something else"));

        assertFailed(driver, Fault.Kind.PROTOCOL);
    }

    @Test
    void an_answer_of_blanks_ends_the_run_before_the_cli_asks_again() {
        ClaudeDriver driver = ClaudeDriver.asked().feed(START, blockStart(), delta("\\n\\n"), END_TURN);

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, new Usage(20, 4, 6, 7, 0)));
    }

    @Test
    void a_second_message_after_relayed_text_is_a_fault_and_a_kill() {
        ClaudeDriver driver = ClaudeDriver.asked().feed(START, blockStart(), delta("a"), START);

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertFailed(driver, Fault.Kind.PROTOCOL);
    }

    @Test
    void a_second_message_before_any_text_replaces_the_first() {
        ClaudeDriver driver =
                ClaudeDriver.asked().feed(START, START, blockStart(), delta("a"), whole("a"), END_TURN, result("a"));

        assertThat(driver.text()).isEqualTo("a");
        assertThat(driver.end()).isInstanceOf(DialogueEnd.Finished.class);
    }

    @Test
    void a_spent_budget_after_the_models_own_end_is_a_success_with_the_streams_usage() {
        ClaudeDriver driver = ClaudeDriver.asked()
                .feed(START, blockStart(), delta("all"), whole("all"), END_TURN)
                .feed("""
                        {"type":"result","subtype":"error_max_budget_usd","is_error":true,"num_turns":1,\
                        "stop_reason":"end_turn","terminal_reason":"budget_exhausted","usage":{"input_tokens":0,\
                        "output_tokens":0},"errors":["Reached maximum budget ($1e-7)"]}""");

        assertThat(driver.text()).isEqualTo("all");
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, new Usage(20, 4, 6, 7, 0)));
    }

    @Test
    void a_spent_budget_after_a_cut_stream_is_a_broken_connection() {
        ClaudeDriver driver =
                ClaudeDriver.asked().feed(START, blockStart(), delta("al")).feed("""
                        {"type":"result","subtype":"error_max_budget_usd","is_error":true,"num_turns":1,\
                        "terminal_reason":"budget_exhausted","errors":["Reached maximum budget ($1e-7)"]}""");

        assertFailed(driver, Fault.Kind.CONNECTION);
    }

    @Test
    void a_plain_rate_limit_is_not_taken_for_a_spent_plan() {
        ClaudeDriver driver = ClaudeDriver.asked().feed("""
                        {"type":"rate_limit_event","rate_limit_info":{"status":"rejected","isUsingOverage":false}}""").feed("""
                        {"type":"result","is_error":true,"num_turns":1,"api_error_status":429,"result":"limited"}""");

        assertThat(driver.rateLimit()).isNull();
        assertFailed(driver, Fault.Kind.RATE_LIMIT);
    }

    @Test
    void another_agents_events_are_not_relayed() {
        ClaudeDriver driver = ClaudeDriver.asked().feed("""
                        {"type":"stream_event","parent_tool_use_id":"t1","event":{"type":"content_block_delta",\
                        "delta":{"type":"text_delta","text":"inner"}}}""");

        assertThat(driver.text()).isEmpty();
        assertThat(driver.dialogue.skipped()).isEqualTo(1);
    }

    @Test
    void what_comes_after_the_outcome_changes_nothing() {
        ClaudeDriver driver = ClaudeDriver.asked().feed(START, blockStart(), delta("a"), END_TURN, result("a"));
        DialogueEnd end = driver.end();

        Step after = driver.dialogue.accept(delta("more").getBytes(java.nio.charset.StandardCharsets.UTF_8));

        assertThat(after).isEqualTo(Step.NOTHING);
        assertThat(driver.end()).isEqualTo(end);
    }

    @Test
    void an_exit_without_a_result_fails_with_its_stderr_in_the_log_only() {
        ClaudeDriver driver = ClaudeDriver.asked();

        DialogueEnd end = driver.dialogue.end(new ExitStatus.Exited(1), "error: unknown option '--effort'");

        assertThat(end).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.CLI_FAILED);
            assertThat(failed.fault().logMessage()).contains("unknown option");
            assertThat(failed.fault().clientMessage()).isNull();
        });
    }
}
