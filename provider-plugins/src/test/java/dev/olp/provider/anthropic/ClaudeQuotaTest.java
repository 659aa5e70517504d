package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading;
import dev.olp.provider.QuotaReading.Overage;
import dev.olp.provider.QuotaReading.Window;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClaudeQuotaTest {
    private static final String UNIFIED = "anthropic-ratelimit-unified-";
    private static final Instant SOON = Instant.ofEpochSecond(1_893_456_000);
    private static final Instant LATER = Instant.ofEpochSecond(1_893_900_000);

    @Test
    void everything_that_a_subscription_says_is_read() {
        Map<String, String> headers = new HashMap<>();
        headers.put(UNIFIED + "status", "allowed_warning");
        headers.put(UNIFIED + "reset", "1893456000");
        headers.put(UNIFIED + "representative-claim", "five_hour");
        headers.put(UNIFIED + "fallback-percentage", "0.5");
        headers.put(UNIFIED + "5h-status", "allowed_warning");
        headers.put(UNIFIED + "5h-utilization", "0.91");
        headers.put(UNIFIED + "5h-reset", "1893456000");
        headers.put(UNIFIED + "7d-status", "allowed");
        headers.put(UNIFIED + "7d-utilization", "0.4");
        headers.put(UNIFIED + "7d-reset", "1893900000");
        headers.put(UNIFIED + "7d_opus-utilization", "0.99");
        headers.put(UNIFIED + "overage-status", "rejected");
        headers.put(UNIFIED + "overage-disabled-reason", "org_level_disabled");
        headers.put(UNIFIED + "overage-reset", "1893900000");
        headers.put("anthropic-ratelimit-requests-limit", "50");

        QuotaReading reading = read(headers);

        assertThat(reading.drift()).isEmpty();
        assertThat(reading.windows())
                .containsOnly(
                        Map.entry(PlanWindow.OVERALL, new Window(null, SOON, "allowed_warning")),
                        Map.entry(PlanWindow.FIVE_HOURS, new Window(0.91, SOON, "allowed_warning")),
                        Map.entry(PlanWindow.SEVEN_DAYS, new Window(0.4, LATER, "allowed")),
                        Map.entry(PlanWindow.OVERAGE, new Window(null, LATER, "rejected")));
        assertThat(reading.representativeClaim()).isEqualTo("five_hour");
        assertThat(reading.overage()).isEqualTo(new Overage("rejected", "org_level_disabled"));
    }

    @Test
    void what_an_api_key_is_told_is_nothing_of_a_plan() {
        assertThat(read(Map.of(
                                "anthropic-ratelimit-requests-remaining", "49",
                                "anthropic-ratelimit-tokens-reset", "2026-11-30T10:00:00Z"))
                        .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5h-used", "9d-utilization", "weekly-reset", "5H-utilization-v2"})
    void a_name_that_nobody_knows_is_drift(String name) {
        QuotaReading reading = read(Map.of(UNIFIED + name, "0.5", UNIFIED + "5h-utilization", "0.5"));

        assertThat(reading.drift()).containsExactly(UNIFIED + name + ": 0.5 (expected: no such header)");
        assertThat(reading.windows()).containsOnlyKeys(PlanWindow.FIVE_HOURS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5h-utilization | 91 %",
                "5h-utilization | -0.5",
                "5h-utilization | NaN",
                "5h-utilization | 1e-3",
                "5h-utilization | 91",
                "5h-utilization | 2.5",
                "7d-reset | tomorrow",
                "7d-reset | 2026-11-30T10:00:00Z",
                "7d-reset | 189345600000000",
                "reset | -5",
                "status | you may not",
            })
    void a_value_that_cannot_be_one_is_drift_and_not_a_number(String name, String value) {
        QuotaReading reading = read(Map.of(UNIFIED + name, value));

        assertThat(reading.drift()).hasSize(1).first().asString().startsWith(UNIFIED + name + ": " + value);
        assertThat(reading.windows()).isEmpty();
    }

    @Test
    void a_strangers_words_are_shown_short_and_plain() {
        QuotaReading reading = read(Map.of(UNIFIED + "status", "é\n".repeat(200)));

        assertThat(reading.drift().getFirst()).matches("[\\x20-\\x7e]{10,250}");
    }

    @Test
    void ever_so_many_strange_headers_make_few_words() {
        Map<String, String> headers = new HashMap<>();
        for (int i = 0; i < 64; i++) {
            headers.put(UNIFIED + "strange-" + i, "1");
        }

        assertThat(read(headers).drift()).hasSize(8);
    }

    private static QuotaReading read(Map<String, String> headers) {
        return new ClaudeQuota().read(headers);
    }
}
