package dev.olp.features.soak;

import static dev.olp.features.soak.StandInTraffic.CHAINED;
import static dev.olp.features.soak.StandInTraffic.REVERSED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Everything at once, for a minute, or for an hour by {@code scripts/soak}: several keys, streams and whole
 * replies, clients that leave, each fault of the stand-ins, faults of a fake upstream under the real CLIs, which ends and
 * comes back, chains, the cache, shared runs, full queues and reloads.
 */
@Tag("long")
class SoakIT {
    private static final int SECONDS = Integer.getInteger("olp.soak.seconds", 45);
    private static final int STAND_IN_CLIENTS = 7;
    private static final int REAL_CLIENTS = 2;
    private static final int RESTART_EVERY = 12;
    private static final int RELOAD_EVERY = 17;
    private static final long A_SECOND = 1_000_000_000;
    private static final String BRIEFLY = "1500";
    private static final long SEED = 20_261_130;

    @RegisterExtension
    static final OlpServer standIns = mixed(OlpServer.with().standIns())
            .set("/providers/anthropic/first_output_timeout_ms", BRIEFLY)
            .set("/providers/anthropic/idle_timeout_ms", BRIEFLY)
            .set(
                    "/routing/chains/" + CHAINED,
                    "[{\"provider\":\"anthropic\",\"model\":\"" + CHAINED + "\"},"
                            + "{\"provider\":\"openai\",\"model\":\"gpt-5.5\"}]")
            .set(
                    "/routing/chains/" + REVERSED,
                    "[{\"provider\":\"openai\",\"model\":\"gpt-5.5\"}," + "{\"provider\":\"anthropic\",\"model\":\""
                            + CHAINED + "\"}]")
            .server();

    @RegisterExtension
    static final OlpServer real = mixed(OlpServer.with())
            .set(
                    "/routing/chains/" + CHAINED,
                    "[{\"provider\":\"anthropic\",\"model\":\"" + CHAINED + "\"},"
                            + "{\"provider\":\"openai\",\"model\":\"gpt-5.5\"}]")
            .server();

    /** Faults are remembered, but not for long. */
    private static Setup mixed(Setup setup) {
        return setup.remembering()
                .set("/routing/breaker/faults", "4")
                .set("/routing/breaker/pause_ms", "300")
                .set("/providers/anthropic/queue", "3")
                .set("/streaming/heartbeat_interval_ms", "300")
                .set("/limits/default/requests_per_minute", "100000")
                .set("/limits/default/concurrent", "100");
    }

    @Test
    void nothingIsLeftAndEverybodyIsToldTheTruth(TestReporter reporter) throws Exception {
        Site first = new Site(standIns, StandInTraffic::new);
        Site second = new Site(real, RealTraffic::new);
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> clients = new ArrayList<>(first.open(threads, STAND_IN_CLIENTS, SEED, over::get));
            clients.addAll(second.open(threads, REAL_CLIENTS, -SEED, over::get));
            try {
                for (int now = 1; now <= SECONDS && clients.stream().noneMatch(Future::isDone); now++) {
                    LockSupport.parkNanos(A_SECOND); // how long it goes on; no assertion waits for it
                    disturb(now);
                    first.vitals().sample();
                    second.vitals().sample();
                }
            } finally {
                over.set(true);
            }
            for (Future<?> client : clients) {
                client.get();
            }
        }
        for (Site site : List.of(first, second)) {
            Vitals.Quiet after = site.assertNothingLeft();
            reporter.publishEntry(
                    site == first ? "stand-ins" : "real",
                    site.counts() + ", resident KiB by tenths " + site.vitals().tenthsKib() + ", at rest "
                            + site.before() + ", then " + after);
            site.assertExplained();
            site.assertNothingGrew(after);
        }
        first.assertMixed();
        assertThat(second.seen()).extracting(Seen::kind).contains(Seen.Kind.ANSWERED, Seen.Kind.LEFT);
        assertThat(first.seen())
                .extracting(Seen::code)
                .contains("queue_full", "provider_timeout", "provider_protocol_error");
    }

    private static void disturb(int second) throws Exception {
        if (second % RESTART_EVERY == 0) {
            real.restartUpstream();
        }
        if (second % RELOAD_EVERY == 0) {
            standIns.edit(root -> root.withObjectProperty("providers")
                    .withObjectProperty("anthropic")
                    .put("queue", 3 + second % 2));
            assertThat(standIns.post("/v0/management/reload", "").status()).isEqualTo(200);
        }
    }
}
