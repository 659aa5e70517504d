package dev.olp.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.config.SoftTriggerSettings;
import dev.olp.provider.ChatEvent.RateLimitReport;
import dev.olp.provider.Fault;
import dev.olp.routing.Hop;
import dev.olp.routing.HopGuard.Skip;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SoftTriggersTest {
    private static final PlanAccount PLAN = new PlanAccount("anthropic", "default");
    private static final Hop HOP = new Hop("anthropic", "claude-sonnet-4-6", "default");
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final Instant RESET = START.plus(Duration.ofHours(3));

    private Instant now = START;
    private final InstantSource moment = () -> now;
    private final Clock clock = moment.withZone(ZoneOffset.UTC);
    private final QuotaBook book = new QuotaBook(new KeptStates(), clock, ZoneOffset.UTC, account -> "");

    @ParameterizedTest
    @CsvSource({
        "five_hour, 0.89, false",
        "five_hour, 0.9, true",
        "five_hour, 1.2, true",
        "seven_day, 0.79, false",
        "seven_day, 0.8, true",
        "overage, 0.49, false",
        "overage, 0.5, true",
        "seven_day_opus, 1, false",
    })
    void a_share_at_its_threshold_triggers(String window, double share, boolean triggers) {
        book.reported(PLAN, new RateLimitReport(window, "allowed", share, RESET));

        assertThat(look(new SoftTriggerSettings(90, 80, null, 50)).isPresent()).isEqualTo(triggers);
    }

    @Test
    void the_reason_is_told() {
        book.reported(PLAN, new RateLimitReport("five_hour", "allowed", 0.934, RESET));

        Skip skip = look(new SoftTriggerSettings(90, null, null, null)).orElseThrow();

        assertThat(skip.code()).isEqualTo("soft");
        assertThat(skip.sentence()).isEqualTo("93 % of the five-hour window is used (soft trigger: 90 %)");
    }

    @Test
    void what_is_not_known_triggers_nothing() {
        assertThat(look(new SoftTriggerSettings(1, 1, 1, 1))).isEmpty();
        book.failed(PLAN, new Fault(Fault.Kind.USAGE_LIMIT, RESET, "", null));
        assertThat(look(new SoftTriggerSettings(1, 1, 1, 1))).isEmpty();
    }

    @Test
    void what_is_stale_triggers_nothing_and_what_has_started_anew_neither() {
        book.reported(PLAN, new RateLimitReport("five_hour", "allowed", 1.0, START.plusSeconds(60)));
        SoftTriggerSettings settings = new SoftTriggerSettings(90, null, null, null);
        assertThat(look(settings)).isPresent();

        now = START.plusSeconds(60);
        assertThat(look(settings)).as("a new window").isEmpty();

        book.reported(PLAN, new RateLimitReport("five_hour", "allowed", 1.0, RESET));
        now = now.plus(QuotaView.FRESH).plusSeconds(1);
        assertThat(look(settings)).as("stale").isEmpty();
    }

    @Test
    void requests_are_counted_by_account_and_day() {
        SoftTriggerSettings settings = new SoftTriggerSettings(null, null, 2, null);
        book.tried(new PlanAccount("anthropic", "work"));
        book.tried(PLAN);
        assertThat(look(settings)).isEmpty();
        book.tried(PLAN);
        assertThat(look(settings).orElseThrow().sentence()).isEqualTo("2 requests were sent today (soft trigger: 2)");

        now = Instant.parse("2026-12-01T00:00:00Z");
        assertThat(look(settings)).isEmpty();
        assertThat(book.requestsToday(PLAN)).isZero();
    }

    @Test
    void another_provider_has_triggers_of_its_own() {
        book.reported(PLAN, new RateLimitReport("five_hour", "allowed", 1.0, RESET));

        SoftTriggers triggers =
                new SoftTriggers(Map.of("openai", new SoftTriggerSettings(1, null, null, null)), book, clock);

        assertThat(triggers.look(HOP)).isEmpty();
    }

    private Optional<Skip> look(SoftTriggerSettings settings) {
        return new SoftTriggers(Map.of("anthropic", settings), book, clock).look(HOP);
    }
}
