package dev.olp.features.load;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One slot and a queue of four: what a flood of one key does to another's requests. */
class QueueIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final int QUEUE = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/providers/anthropic/max_concurrent", "1")
            .set("/providers/anthropic/queue", Integer.toString(QUEUE))
            .set("/limits/default/concurrent", "100")
            .set("/streaming/heartbeat_interval_ms", "100")
            .set("/streaming/queue_position", "true")
            .server();

    /** S100: the flood's requests would hang if they came first; the other key's one is answered after one run. */
    @Test
    void aFloodOfOneKeyNeitherFillsTheQueueNorGoesFirst() throws Exception {
        String other = key("other");
        List<RawHttp> flood = new ArrayList<>();
        try (RawHttp waiting = olp.connect()) {
            for (int i = 0; i <= QUEUE; i++) {
                flood.add(olp.connect());
                flood.getLast().chat(Bodies.chat(CLAUDE, silent()));
                awaitSlots(olp, "anthropic", 1, i);
            }

            Refusal.assertIs(olp.chat(Bodies.chat(CLAUDE, "hi")), 429, "queue_full");
            waiting.post("/v1/chat/completions", other, bytes(Bodies.chat(CLAUDE, "hi")));
            Reply displaced = flood.getLast().reply();
            flood.getFirst().close();
            Reply answered = waiting.reply();

            Refusal.assertIs(displaced, 429, "queue_full");
            assertHonest(displaced);
            assertThat(answered.status()).as(answered.text()).isEqualTo(200);
            assertThat(olp.get("/metrics").text())
                    .contains(left("displaced") + " 1.0")
                    .contains(left("full") + " 1.0")
                    .contains("olp_queue_position_count{account=\"default\",gen_ai_provider_name=\"anthropic\"}")
                    .contains("olp_queue_expected_wait_seconds{gen_ai_provider_name=\"anthropic\"}");
        } finally {
            for (RawHttp each : flood) {
                each.close();
            }
        }
        awaitSlots(olp, "anthropic", 0, 0);
    }

    /** S98: all of the queue leaves at once; nothing is started for it, and whoever comes then is served. */
    @Test
    void aQueueFullOfLeaversIsFree() throws Exception {
        long before = silentOnes();
        List<RawHttp> leavers = new ArrayList<>();
        try (RawHttp running = olp.connect()) {
            running.chat(Bodies.stream(CLAUDE, silent()));
            awaitSlots(olp, "anthropic", 1, 0);
            for (int i = 1; i <= QUEUE; i++) {
                leavers.add(olp.connect());
                leavers.getLast().chat(Bodies.stream(CLAUDE, silent()));
                awaitSlots(olp, "anthropic", 1, i);
            }
            for (RawHttp each : leavers) {
                each.abort();
            }
            awaitSlots(olp, "anthropic", 1, 0);
            await().atMost(PATIENCE).until(() -> silentOnes() == before + 1);
            running.abort();
        } finally {
            for (RawHttp each : leavers) {
                each.close();
            }
        }

        awaitSlots(olp, "anthropic", 0, 0);
        assertThat(silentOnes()).isEqualTo(before + 1);
        assertThat(olp.chat(Bodies.chat(CLAUDE, "hi")).status()).isEqualTo(200);
    }

    /** Each is another one: what is the same would share a run. */
    private static String silent() {
        return UUID.randomUUID() + " {{silent}}";
    }

    private static long silentOnes() throws IOException {
        return olp.notes("modes").stream().filter("silent"::equals).count();
    }

    @Test
    void aStreamInTheQueueIsToldItsPlace() throws Exception {
        try (RawHttp running = olp.connect();
                RawHttp first = olp.connect();
                RawHttp second = olp.connect()) {
            running.chat(Bodies.chat(CLAUDE, silent()));
            awaitSlots(olp, "anthropic", 1, 0);
            first.chat(Bodies.chat(CLAUDE, silent()));
            awaitSlots(olp, "anthropic", 1, 1);
            second.chat(Bodies.stream(CLAUDE, "hi"));
            SseReader events = second.events(second.head());

            assertThat(events.next()).contains(SseReader.Event.comment("queue position 2"));
            running.abort();
            awaitComment(events, "queue position 1");
            first.abort();
            List<SseReader.Event> rest = events.all();

            assertThat(rest.getLast().isDone()).isTrue();
        }
    }

    /** S100: whoever waits too long is told so, and leaves its place. */
    @Test
    void whoeverGrowsOldInTheQueueIsRefused() throws Exception {
        olp.edit(root -> root.withObjectProperty("providers")
                .withObjectProperty("anthropic")
                .put("queue_timeout_ms", 200));
        assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
        try (RawHttp running = olp.connect()) {
            running.chat(Bodies.chat(CLAUDE, silent()));
            awaitSlots(olp, "anthropic", 1, 0);

            Reply old = olp.chat(Bodies.chat(CLAUDE, "hi"));

            Refusal.assertIs(old, 429, "queue_full");
            assertHonest(old);
            awaitSlots(olp, "anthropic", 1, 0);
            running.abort();
        } finally {
            olp.edit(root -> root.withObjectProperty("providers")
                    .withObjectProperty("anthropic")
                    .put("queue_timeout_ms", 120_000));
            assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
        }
        await().atMost(PATIENCE).until(() -> olp.get("/metrics").text().contains(left("too_old") + " 1.0"));
    }

    /** Its runs go on, and hold the places that they had. */
    @Test
    void aProviderThatIsSwitchedOffAndOnHasNoMorePlacesThanBefore() throws Exception {
        try (RawHttp running = olp.connect();
                RawHttp waiting = olp.connect()) {
            running.chat(Bodies.chat(CLAUDE, silent()));
            awaitSlots(olp, "anthropic", 1, 0);
            for (boolean enabled : new boolean[] {false, true}) {
                olp.edit(root -> root.withObjectProperty("providers")
                        .withObjectProperty("anthropic")
                        .put("enabled", enabled));
                assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
            }
            waiting.chat(Bodies.chat(CLAUDE, "hi"));

            awaitSlots(olp, "anthropic", 1, 1);
            running.abort();
            assertThat(waiting.reply().status()).isEqualTo(200);
        }
    }

    private static void awaitComment(SseReader events, String text) throws IOException {
        SseReader.Event event = events.next().orElseThrow();
        while (!event.text().equals(text)) {
            assertThat(event.comment()).isTrue();
            event = events.next().orElseThrow();
        }
    }

    /** Seconds are the milliseconds rounded up. */
    private static void assertHonest(Reply refused) {
        int seconds = Integer.parseInt(refused.header("retry-after"));
        int milliseconds = Integer.parseInt(refused.header("retry-after-ms"));
        assertThat(seconds).isBetween(1, 60);
        assertThat(milliseconds).isBetween(seconds * 1000 - 999, seconds * 1000);
    }

    private static String left(String how) {
        return "olp_queue_left_total{account=\"default\",gen_ai_provider_name=\"anthropic\",how=\"" + how + "\"}";
    }

    private static String key(String name) throws Exception {
        OlpCommand made = olp.command("keys", "create", "--name", name);
        assertThat(made.exit()).as(made.err()).isZero();
        return made.out().strip();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
