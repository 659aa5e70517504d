package dev.olp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Fault;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaultErrorsTest {
    private static final Instant NOW = Instant.parse("2026-11-29T10:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "BAD_REQUEST,400,invalid_value",
        "CONTEXT_LENGTH,400,context_length_exceeded",
        "REQUEST_TOO_LARGE,413,request_too_large",
        "MODEL_UNAVAILABLE,404,model_not_found",
        "LOGIN_DEAD,503,upstream_auth_required",
        "BILLING,429,usage_limit_reached",
        "QUEUE_FULL,429,queue_full",
        "RATE_LIMIT,429,rate_limit_exceeded",
        "USAGE_LIMIT,429,usage_limit_reached",
        "OVERLOADED,503,overloaded",
        "SERVER_ERROR,502,provider_error",
        "CONNECTION,502,provider_error",
        "TIMEOUT,504,provider_timeout",
        "NOT_STARTABLE,503,no_provider_available",
        "PROTOCOL,502,provider_protocol_error",
        "CLI_FAILED,502,provider_error"
    })
    void each_kind_has_its_status_and_code(Fault.Kind kind, int status, String code) {
        ApiError error = FaultErrors.of(Fault.of(kind, "log"), "Claude", NOW);

        assertThat(error.status()).isEqualTo(status);
        assertThat(error.code()).isEqualTo(code);
    }

    @ParameterizedTest
    @EnumSource(Fault.Kind.class)
    void nobody_sees_the_words_for_the_log(Fault.Kind kind) {
        ApiError error = FaultErrors.of(Fault.of(kind, "/home/x sk-secret"), "Claude", NOW);

        assertThat(error.message()).contains("Claude").endsWith(".").doesNotContain("secret", "%");
        assertThat(error.headers().containsKey("Retry-After"))
                .isEqualTo(error.status() == 429 || error.status() == 503);
        assertThat(error.headers().containsKey("retry-after-ms"))
                .isEqualTo(error.headers().containsKey("Retry-After"));
    }

    @Test
    void a_spent_window_tells_its_true_reset_but_a_short_wait() {
        ApiError error = FaultErrors.of(fault(Fault.Kind.USAGE_LIMIT, "2026-11-29T15:30:00.5Z", null), "Claude", NOW);

        assertThat(error.message()).contains("2026-11-29T15:30:00Z");
        assertThat(error.headers())
                .containsEntry("Retry-After", "60")
                .containsEntry("retry-after-ms", "60000")
                .containsEntry("x-should-retry", "false")
                .containsEntry("X-OLP-Reset-At", "2026-11-29T15:30:00Z");
    }

    @Test
    void a_window_without_a_reset_or_with_a_past_one_names_none() {
        for (String reset : new String[] {null, "2026-11-29T09:00:00Z"}) {
            ApiError error = FaultErrors.of(fault(Fault.Kind.USAGE_LIMIT, reset, null), "Claude", NOW);

            assertThat(error.headers()).doesNotContainKey("X-OLP-Reset-At").containsEntry("x-should-retry", "false");
            assertThat(error.message()).contains("did not say");
        }
    }

    @Test
    void a_short_limit_tells_its_seconds_and_may_be_tried_again() {
        ApiError error = FaultErrors.of(fault(Fault.Kind.RATE_LIMIT, "2026-11-29T10:00:11.2Z", null), "Claude", NOW);

        assertThat(error.headers()).containsEntry("Retry-After", "12").doesNotContainKey("x-should-retry");
    }

    @Test
    void a_sentence_that_is_safe_to_show_is_shown() {
        assertThat(FaultErrors.of(fault(Fault.Kind.BAD_REQUEST, null, "image too large"), "Claude", NOW)
                        .message())
                .isEqualTo("image too large");
        assertThat(FaultErrors.of(fault(Fault.Kind.USAGE_LIMIT, "2026-11-29T15:30:00Z", "Weekly limit."), "Claude", NOW)
                        .message())
                .isEqualTo("Weekly limit. The plan's window: it opens again at 2026-11-29T15:30:00Z.");
    }

    private static Fault fault(Fault.Kind kind, @Nullable String resetAt, @Nullable String message) {
        return new Fault(kind, resetAt == null ? null : Instant.parse(resetAt), "log", message);
    }
}
