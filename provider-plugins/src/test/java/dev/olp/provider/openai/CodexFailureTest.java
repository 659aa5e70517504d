package dev.olp.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CodexFailureTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"contextWindowExceeded\" | CONTEXT_LENGTH",
                "\"sessionBudgetExceeded\" | CLI_FAILED",
                "\"usageLimitExceeded\" | USAGE_LIMIT",
                "\"rateLimitExceeded\" | RATE_LIMIT",
                "\"flexUnavailable\" | OVERLOADED",
                "\"serverOverloaded\" | OVERLOADED",
                "\"policyCapacityUnavailable\" | OVERLOADED",
                "\"modelNotFound\" | MODEL_UNAVAILABLE",
                "\"tooManyDenials\" | PROTOCOL",
                "\"internalServerError\" | SERVER_ERROR",
                "\"unauthorized\" | LOGIN_DEAD",
                "\"badRequest\" | BAD_REQUEST",
                "\"threadRollbackFailed\" | CLI_FAILED",
                "\"sandboxError\" | CLI_FAILED",
                "\"other\" | CLI_FAILED",
                "\"yetUnknown\" | CLI_FAILED",
                "null | CLI_FAILED",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":401}} | LOGIN_DEAD",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":402}} | BILLING",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":403}} | FORBIDDEN",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":404}} | MODEL_UNAVAILABLE",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":408}} | TIMEOUT",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":413}} | REQUEST_TOO_LARGE",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":422}} | BAD_REQUEST",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":502}} | SERVER_ERROR",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":529}} | OVERLOADED",
                "{\"httpConnectionFailed\":{\"httpStatusCode\":null}} | CONNECTION",
                "{\"responseStreamConnectionFailed\":{}} | CONNECTION",
                "{\"responseStreamDisconnected\":{\"httpStatusCode\":503}} | OVERLOADED",
                "{\"responseTooManyFailedAttempts\":{\"httpStatusCode\":429}} | RATE_LIMIT",
                "{\"activeTurnNotSteerable\":{\"turnKind\":\"review\"}} | PROTOCOL",
            })
    void each_error_info_is_one_kind_of_fault(String info, Fault.Kind kind) {
        assertThat(end("words", info))
                .isInstanceOfSatisfying(
                        DialogueEnd.Failed.class,
                        failed -> assertThat(failed.fault().kind()).isEqualTo(kind));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "unexpected status 404 Not Found: The model `x` does not exist, url: http://h/v1 | MODEL_UNAVAILABLE",
                "unexpected status 529 <unknown status code>: over, url: http://h/v1 | OVERLOADED",
                "{\"error\":{\"message\":\"m\",\"code\":\"context_length_exceeded\"}} | CONTEXT_LENGTH",
                "{\"error\":{\"message\":\"m\",\"code\":null}} | BAD_REQUEST",
                "{\"detail\":\"The 'x' model is not supported when using Codex.\"} | MODEL_UNAVAILABLE",
                "stream disconnected before completion: error sending request for url (http://h/v1) | CONNECTION",
                "Codex ran out of room in the model's context window. | CONTEXT_LENGTH",
                "We're currently experiencing high demand, which may cause temporary errors. | SERVER_ERROR",
                "something else | CLI_FAILED",
            })
    void where_codex_says_other_its_words_decide(String message, Fault.Kind kind) {
        assertThat(end(message, "\"other\"")).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(kind);
            assertThat(failed.fault().logMessage()).doesNotContain("http://");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x | \"cyberPolicy\"",
                "x | \"bioPolicy\"",
                "x | \"misalignmentPolicyViolation\"",
                "x | \"inferenceHookDenied\"",
                "Your prompt was flagged as potentially violating our usage policy. | \"other\"",
                "stream disconnected before completion: Incomplete response returned, reason: content_filter"
                        + " | \"other\"",
            })
    void refused_content_is_filtered_not_failed(String message, String info) {
        assertThat(end(message, info)).isEqualTo(new DialogueEnd.Finished(FinishReason.CONTENT_FILTER, Usage.ZERO));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Incomplete response returned, reason: max_output_tokens",
                "stream disconnected before completion: Incomplete response returned, reason: max_output_tokens",
            })
    void an_answer_cut_by_the_models_limit_is_an_answer_on_either_version(String message) {
        assertThat(end(message, "\"other\"")).isEqualTo(new DialogueEnd.Finished(FinishReason.LENGTH, Usage.ZERO));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"error\":{\"message\":\"see https://example.test/x\"}}",
                "{\"error\":{\"message\":\"cannot open /run/home/.codex/x\"}}",
                "{\"error\":{\"message\":\"bad key sk-abc\"}}",
                "{\"error\":{}}",
                "{\"error\":\"text\"}",
            })
    void a_sentence_that_is_not_plainly_safe_is_not_shown(String message) {
        assertThat(end(message, "\"other\"")).isInstanceOfSatisfying(DialogueEnd.Failed.class, failed -> {
            assertThat(failed.fault().kind()).isEqualTo(Fault.Kind.BAD_REQUEST);
            assertThat(failed.fault().clientMessage()).isNull();
        });
    }

    private static DialogueEnd end(String message, String info) {
        JsonNode node = JsonMapper.shared().readTree(info);
        return new CodexFailure(Usage.ZERO, null).end(message, node);
    }
}
