package dev.olp.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.PlanWindow;
import dev.olp.provider.QuotaReading;
import dev.olp.provider.QuotaReading.Window;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodexQuotaTest {
    @Test
    void both_windows_are_read_whichever_stands_first() {
        QuotaReading reading = read(Map.of(
                "x-codex-primary-used-percent", "40.5",
                "x-codex-primary-window-minutes", "10079",
                "x-codex-primary-reset-at", "1893900000",
                "x-codex-secondary-used-percent", "100",
                "x-codex-secondary-window-minutes", "300",
                "x-codex-secondary-reset-at", "1893456000",
                "x-codex-credits-has-credits", "false",
                "x-codex-turn-state", "of another matter",
                "x-codex-bengalfox-primary-used-percent", "99"));

        assertThat(reading.drift()).isEmpty();
        assertThat(reading.windows())
                .containsOnly(
                        Map.entry(PlanWindow.SEVEN_DAYS, new Window(0.405, Instant.ofEpochSecond(1_893_900_000), null)),
                        Map.entry(PlanWindow.FIVE_HOURS, new Window(1.0, Instant.ofEpochSecond(1_893_456_000), null)));
    }

    @Test
    void a_window_of_no_length_is_none() {
        QuotaReading reading =
                read(Map.of("x-codex-secondary-used-percent", "0", "x-codex-secondary-window-minutes", "0"));

        assertThat(reading.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x-codex-primary-window-minutes | 43200",
                "x-codex-primary-window-minutes | soon",
                "x-codex-primary-used-percent | much",
                "x-codex-primary-used-percent | 12000",
                "x-codex-primary-reset-at | 2030-01-01",
                "x-codex-primary-used-share | 0.5",
                "x-codex-credits-left | 5",
            })
    void what_has_changed_is_drift(String name, String value) {
        Map<String, String> headers =
                new HashMap<>(Map.of("x-codex-primary-used-percent", "13", "x-codex-primary-window-minutes", "300"));
        headers.put(name, value);

        QuotaReading reading = read(headers);

        assertThat(reading.drift()).anyMatch(line -> line.startsWith(name + ": " + value));
    }

    @Test
    void a_share_without_the_length_of_its_window_is_of_no_window() {
        QuotaReading reading = read(Map.of("x-codex-primary-used-percent", "13"));

        assertThat(reading.windows()).isEmpty();
        assertThat(reading.drift()).hasSize(1);
    }

    private static QuotaReading read(Map<String, String> headers) {
        return new CodexQuota().read(headers);
    }
}
