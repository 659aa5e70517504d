package dev.olp.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.limits.Decision.Refused;
import dev.olp.wire.ApiError;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitRepliesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30.500Z");

    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "1, 1s",
        "1000, 1s",
        "1001, 2s",
        "360000, 6m0s",
        "3600000, 1h0m0s",
        "93605000, 26h0m5s",
        "-5, 0s"
    })
    void a_span_is_told_as_go_prints_it(long milliseconds, String told) {
        assertThat(LimitReplies.goDuration(Duration.ofMillis(milliseconds))).isEqualTo(told);
    }

    @Test
    void the_headers_are_of_the_limit_that_has_least_left() {
        Limits limits = Limits.NONE
                .with(Limit.REQUESTS_PER_MINUTE, 60)
                .with(Limit.REQUESTS_PER_DAY, 3)
                .with(Limit.TOKENS_PER_MONTH, 1_000)
                .with(Limit.CONCURRENT, 1);
        Decision decision = Rules.decide(new Ask("k", Limits.NONE, 100, 0), standing(limits));

        assertThat(LimitReplies.headers(decision.standing()))
                .containsEntry("x-ratelimit-limit-requests", "3")
                .containsEntry("x-ratelimit-remaining-requests", "2")
                .containsEntry("x-ratelimit-reset-requests", "13h44m30s")
                .containsEntry("x-ratelimit-limit-tokens", "1000")
                .containsEntry("x-ratelimit-remaining-tokens", "900")
                .containsEntry("x-ratelimit-reset-tokens", "13h44m30s")
                .hasSize(6);
    }

    @Test
    void where_nothing_is_limited_nothing_is_said() {
        assertThat(LimitReplies.headers(standing(Limits.NONE.with(Limit.CONCURRENT, 4))))
                .isEmpty();
    }

    @Test
    void a_wait_is_told_in_whole_seconds_of_at_most_sixty_and_to_the_millisecond() {
        ApiError soon = LimitReplies.refusal(refused(Limit.REQUESTS_PER_MINUTE, false, NOW.plusMillis(2_100)));
        ApiError late = LimitReplies.refusal(refused(Limit.REQUESTS_PER_MINUTE, false, NOW.plusMillis(60_900)));

        assertThat(soon.status()).isEqualTo(429);
        assertThat(soon.code()).isEqualTo("rate_limit_exceeded");
        assertThat(soon.headers())
                .containsEntry("Retry-After", "3")
                .containsEntry("retry-after-ms", "2100")
                .hasSize(2);
        assertThat(late.headers()).containsEntry("Retry-After", "60").containsEntry("retry-after-ms", "60000");
    }

    @Test
    void a_spent_budget_is_told_with_its_true_reset() {
        Instant reset = Instant.parse("2026-12-01T00:00:00Z");
        ApiError error = LimitReplies.refusal(refused(Limit.USD_PER_MONTH, true, reset));

        assertThat(error.status()).isEqualTo(429);
        assertThat(error.code()).isEqualTo("insufficient_quota");
        assertThat(error.message()).contains("2.5 US dollars per month", "2026-12-01T00:00:00Z");
        assertThat(error.headers())
                .containsEntry("Retry-After", "60")
                .containsEntry("x-should-retry", "false")
                .containsEntry("X-OLP-Reset-At", "2026-12-01T00:00:00Z");
    }

    private static Refused refused(Limit limit, boolean spent, Instant until) {
        return new Refused(limit, spent, until, standing(Limits.NONE.with(limit, 2_500_000)));
    }

    private static Standing standing(Limits limits) {
        return new Standing(limits, KeyUsage.NOTHING.at(NOW, ZoneOffset.UTC), Held.NOTHING, NOW, ZoneOffset.UTC);
    }
}
