package dev.olp.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.config.SoftTriggerSettings;
import dev.olp.provider.ChatEvent.RateLimitReport;
import dev.olp.routing.Hop;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProbesTest {
    private static final PlanAccount PLAN = new PlanAccount("anthropic", "default");

    private Instant now = Instant.parse("2026-11-30T10:00:00Z");
    private final InstantSource moment = () -> now;
    private final Clock clock = moment.withZone(ZoneOffset.UTC);
    private final QuotaBook book = new QuotaBook(new KeptStates(), clock, ZoneOffset.UTC, account -> "");
    private final Probes probes = book.probes();

    @Test
    void whom_nobody_wants_nobody_asks() {
        assertThat(probes.due()).isEmpty();

        probes.want(PLAN);
        assertThat(probes.due()).containsExactly(PLAN);
        assertThat(probes.due()).as("wanted once").isEmpty();
    }

    @Test
    void an_account_is_asked_once_in_a_quarter_of_an_hour() {
        probes.answered(PLAN);

        later(QuotaView.FRESH.minusSeconds(1));
        assertThat(isDue()).isFalse();
        later(Duration.ofSeconds(1));
        assertThat(isDue()).isTrue();
    }

    @Test
    void each_failure_doubles_that_up_to_four_hours_and_is_told() {
        for (int minutes : new int[] {30, 60, 120, 240, 240}) {
            probes.failed(PLAN, "timeout");
            later(Duration.ofMinutes(minutes).minusSeconds(1));
            assertThat(isDue()).as(minutes + " minutes").isFalse();
            later(Duration.ofSeconds(1));
            assertThat(isDue()).as(minutes + " minutes").isTrue();
        }
        assertThat(book.view(PLAN).failure())
                .extracting(QuotaView.Failure::code, QuotaView.Failure::message)
                .containsExactly("probe", "the provider was asked in vain: timeout");
        assertThat(book.view(PLAN).drifts()).isFalse();

        probes.answered(PLAN);
        assertThat(book.view(PLAN).failure()).isNull();
    }

    @Test
    void a_soft_trigger_wants_what_it_does_not_know() {
        SoftTriggers triggers =
                new SoftTriggers(Map.of("anthropic", new SoftTriggerSettings(90, null, null, null)), book, clock);
        Hop hop = new Hop("anthropic", "claude-sonnet-4-6", "default");

        assertThat(triggers.look(hop)).isEmpty();
        assertThat(probes.due()).containsExactly(PLAN);

        book.reported(PLAN, new RateLimitReport("five_hour", "allowed", 0.4, now.plus(Duration.ofHours(3))));
        assertThat(triggers.look(hop)).isEmpty();
        assertThat(probes.due()).as("it is known").isEmpty();
    }

    private boolean isDue() {
        probes.want(PLAN);
        return !probes.due().isEmpty();
    }

    private void later(Duration by) {
        now = now.plus(by);
    }
}
