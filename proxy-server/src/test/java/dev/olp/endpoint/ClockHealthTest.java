package dev.olp.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ClockHealthTest {
    @ParameterizedTest
    @CsvSource({
        "2026-11-30T10:00:00Z, 2026-11-30T11:00:00Z, true, 0, false",
        "2026-11-30T10:00:00Z, 2026-11-30T11:00:30Z, true, 30000, false",
        "2026-11-30T10:00:00Z, 2026-11-30T11:10:00Z, true, 600000, true",
        "2026-11-30T10:00:00Z, 2026-11-30T10:50:00Z, true, -600000, true",
        "1970-01-01T00:00:05Z, 1970-01-01T01:00:05Z, false, 0, true",
        "1970-01-01T00:00:00Z, 2026-11-30T01:00:00Z, true, 1795996800000, true"
    })
    void an_hour_after_the_start_it_tells_what_became_of_the_clock(
            Instant started, Instant now, boolean ok, long movedMs, boolean remedy) {
        ObjectNode node = JsonMapper.shared().createObjectNode();

        new ClockHealth(started, 5, Clock.fixed(now, ZoneOffset.UTC), () -> 5 + TimeUnit.HOURS.toNanos(1))
                .describe(node);

        assertThat(node.path("ok").asBoolean()).isEqualTo(ok);
        assertThat(Duration.ofMillis(node.path("moved_ms").asLong())).isEqualTo(Duration.ofMillis(movedMs));
        assertThat(node.path("remedy").isString()).isEqualTo(remedy);
        assertThat(node.path("now").asString("")).isEqualTo(now.toString());
    }
}
