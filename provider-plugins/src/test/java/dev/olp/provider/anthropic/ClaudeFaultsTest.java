package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Fault;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ClaudeFaultsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "You've hit your 5-hour limit · resets 8pm (Europe/Berlin); USAGE_LIMIT; 2026-11-30T19:00:00Z",
                "You've hit your session limit · resets 8pm (UTC); USAGE_LIMIT; 2026-11-30T20:00:00Z",
                "Claude AI usage limit reached|1893456000; USAGE_LIMIT; 2030-01-01T00:00:00Z",
                "API Error: Request rejected (429) · try later; RATE_LIMIT;",
            })
    void a_spent_window_is_known_by_the_text_alone(String text, Fault.Kind kind, Instant reset) {
        Fault fault = ClaudeFaults.of(
                        JsonMapper.shared()
                                .createObjectNode()
                                .put("api_error_status", 429)
                                .put("result", text),
                        "rate_limit",
                        false,
                        null)
                .told(Instant.parse("2026-11-30T10:00:00Z"));

        assertThat(fault.kind()).isEqualTo(kind);
        assertThat(fault.resetAt()).isEqualTo(reset);
    }
}
