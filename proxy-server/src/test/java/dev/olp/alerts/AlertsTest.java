package dev.olp.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.alerts.Alert.Event;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAmount;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AlertsTest {
    private volatile Instant now = Instant.parse("2026-11-30T10:00:00Z");
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final InstantSource moment = () -> now;
    private final Clock clock = moment.withZone(ZoneOffset.UTC);

    private final Map<String, ToldStore.Told> told = new ConcurrentHashMap<>();
    private final ToldStore kept = new ToldStore() {
        @Override
        public Map<String, Told> load(Instant at) {
            return told;
        }

        @Override
        public void save(String what, Told next) {
            told.put(what, next);
        }
    };

    private String take(Alert alert) {
        sent.add(alert.subject() + " " + alert.message());
        return "";
    }

    private void later(TemporalAmount by) {
        now = now.plus(by);
    }

    @Test
    void eachSubjectIsToldOnceAndAgainAfterAWhile() {
        try (Alerts alerts = new Alerts(() -> Optional.of(this::take), kept, clock)) {
            alerts.raise(Event.LOGIN_DEAD, "anthropic/default", "one");
            alerts.raise(Event.LOGIN_DEAD, "anthropic/default", "two");
            alerts.raise(Event.LOGIN_DEAD, "openai/default", "three");
            alerts.raise(Event.USAGE_LIMIT_REACHED, "anthropic/default", "four");
            later(Alerts.AGAIN_AFTER.minusSeconds(1));
            alerts.raise(Event.LOGIN_DEAD, "anthropic/default", "five");
            later(Duration.ofSeconds(1));
            alerts.raise(Event.LOGIN_DEAD, "anthropic/default", "six");

            await().untilAsserted(() -> assertThat(sent)
                    .containsExactly(
                            "anthropic/default one",
                            "openai/default three",
                            "anthropic/default four",
                            "anthropic/default six"));
        }
    }

    @Test
    void aPartIsToldOnceBeforeItsTimeRestartsIncluded() {
        Instant end = now.plus(Duration.ofHours(5));
        try (Alerts alerts = new Alerts(() -> Optional.of(this::take), kept, clock)) {
            alerts.raise(Event.PLAN_NEARLY_SPENT, "anthropic/default", "5h", end, "one");
            alerts.raise(Event.PLAN_NEARLY_SPENT, "anthropic/default", "7d", end, "two");
            await().until(() -> sent.size() == 2);
        }
        later(Duration.ofHours(5).minusSeconds(1));
        try (Alerts alerts = new Alerts(() -> Optional.of(this::take), kept, clock)) {
            alerts.raise(Event.PLAN_NEARLY_SPENT, "anthropic/default", "5h", end, "three");
            later(Duration.ofSeconds(1));
            alerts.raise(Event.PLAN_NEARLY_SPENT, "anthropic/default", "5h", end.plusSeconds(60), "four");

            await().untilAsserted(() -> assertThat(sent)
                    .containsExactly("anthropic/default one", "anthropic/default two", "anthropic/default four"));
        }
    }

    @Test
    void whoeverIsNotListeningIsNotHeldAgainst() {
        List<AlertSink> sinks = new CopyOnWriteArrayList<>();
        try (Alerts alerts = new Alerts(() -> sinks.stream().findFirst(), kept, clock)) {
            alerts.raise(Event.AUDIT_TROUBLE, "audit", "before");
            sinks.add(this::take);
            alerts.raise(Event.AUDIT_TROUBLE, "audit", "after");

            await().untilAsserted(() -> assertThat(sent).containsExactly("audit after"));
        }
    }

    @Test
    void oneThatFailsIsTriedAgainAndHoldsNobodyUp() {
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        AlertSink sink = alert -> {
            go.await();
            return tries.incrementAndGet() < 2 ? "refused" : take(alert);
        };
        try (Alerts alerts = new Alerts(() -> Optional.of(sink), kept, clock)) {
            for (int i = 0; i < 100; i++) {
                alerts.raise(Event.LOGIN_DEAD, "account " + i, "dead");
            }
            go.countDown();

            await().atMost(Duration.ofSeconds(20)).until(() -> !sent.isEmpty());
            assertThat(sent.getFirst()).isEqualTo("account 0 dead");
        }
    }
}
