package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chats over a pinned, newest CLI, whichever it is. */
abstract class RealCliContract {
    private final RealCli cli;

    RealCliContract(RealCli cli) {
        this.cli = cli;
    }

    @Test
    void a_whole_chat_has_the_answer_and_true_usage() throws IOException {
        cli.answersWhole();
    }

    @Test
    void a_streamed_chat_has_the_answer_in_deltas_and_true_usage() throws IOException {
        cli.answersStreamed();
    }

    @Test
    void reasoning_comes_in_its_own_field() throws IOException { // S73
        cli.keepsReasoningApart();
    }

    @Test
    void deltas_come_at_once_and_a_client_that_leaves_ends_the_run() throws Exception { // S97
        cli.relaysAtOnceAndEndsWhenTheClientLeaves();
    }

    @Test
    void a_client_that_waits_for_a_whole_answer_and_leaves_ends_the_run() throws Exception {
        cli.endsWhenTheClientOfAWholeAnswerLeaves();
    }

    @Test
    void a_stop_string_ends_the_text_before_it() throws IOException { // S35
        cli.stopsBeforeAStopString();
    }

    @Test
    void the_cap_ends_it_after_one_upstream_call() throws IOException { // S34, S67
        cli.endsAtTheCapAfterOneCall();
    }

    @Test
    void a_refusal_is_a_content_filter() throws IOException { // S67
        cli.namesARefusal();
    }

    @Test
    void a_long_answer_comes_whole() throws IOException { // S79
        cli.relaysALongAnswerWhole();
    }

    @Test
    void a_cut_stream_is_never_a_success() throws IOException { // S66
        cli.isCut();
    }

    @Test
    void an_empty_answer_is_an_answer() throws IOException {
        cli.saysNothing();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/context", "@/etc/hostname", "!id", "-p --help"})
    void what_looks_like_a_command_is_text(String text) throws IOException { // S50
        cli.takesCommandsForText(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400                 | 400 | invalid_value
            400-prompt-too-long | 400 | context_length_exceeded
            400-credit          | 429 | usage_limit_reached
            400-third-party     | 429 | usage_limit_reached
            401                 | 503 | upstream_auth_required
            403                 | 503 | upstream_auth_required
            404                 | 404 | model_not_found
            413                 | 413 | request_too_large
            429                 | 429 | rate_limit_exceeded
            500                 | 502 | provider_error
            503                 | 503 | overloaded
            529                 | 503 | overloaded
            html502             | 502 | provider_error
            close               | 502 | provider_error
            cut                 | 502 | provider_error
            cut-clean           | 502 | provider_error
            sse-error           | 503 | overloaded
            sse-rate-limit      | 429 | rate_limit_exceeded
            bad-json            | 502 | provider_error
            tools               | 502 | provider_protocol_error
            """)
    void a_fault_has_its_status_and_code(String scenario, int status, String code) throws IOException { // S94, S118
        cli.failsWith(scenario, status, code);
        assertThat(Path.of("/tmp/olp-hostile-tool-ran")).doesNotExist();
    }

    @Test
    void a_spent_window_says_until_when() throws IOException {
        Reply reply = cli.failsWith("429-limit", 429, "usage_limit_reached");
        assertThat(reply.header("x-olp-reset-at")).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(reply.header("x-should-retry")).isEqualTo("false");
        assertThat(reply.header("retry-after")).isEqualTo("60");
    }

    @Test
    void a_fault_before_any_text_is_a_status_in_a_stream_too() throws IOException {
        cli.failsStreamedWith("529", 503, "overloaded");
    }

    @ParameterizedTest
    @CsvSource({"cut-clean,provider_error", "sse-error,overloaded", "bad-json,provider_error"})
    void a_stream_that_breaks_off_is_never_a_success(String scenario, String code) throws IOException { // S66
        cli.breaksOffWith(scenario, code);
    }
}
