package dev.olp.features.children;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One slot and a queue of two: clients that leave at every moment, and one that finds no place. */
class GoneClientIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .runsApart()
            .set("/providers/anthropic/max_concurrent", "1")
            .set("/providers/anthropic/queue", "2")
            .server();

    /** S98: it leaves the line, nothing is started for it, and who stood behind it moves up. */
    @Test
    void aClientThatLeavesTheQueueStartsNothing() throws IOException {
        try (RawHttp first = olp.connect();
                RawHttp leaving = olp.connect();
                RawHttp behind = olp.connect()) {
            ask(first, "{{silent}}");
            awaitStarted();
            ask(leaving, "{{no-such-mode}}");
            awaitSlots(olp, "anthropic", 1, 1);
            ask(behind, "hi");
            awaitSlots(olp, "anthropic", 1, 2);

            leaving.abort();
            awaitSlots(olp, "anthropic", 1, 1);
            first.abort();
            Reply answered = behind.reply();

            assertThat(answered.status()).isEqualTo(200);
            assertThat(olp.notes("modes")).doesNotContain("no-such-mode");
            awaitSlots(olp, "anthropic", 0, 0);
            AuditTable.Row row = new AuditTable(olp)
                    .first(r ->
                            r.get("status").equals("499") && r.get("spawn_ms").isEmpty());
            assertThat(row.get("outcome")).isEqualTo("CLIENT_GONE");
        }
    }

    /** S97: at the spawn, with a child that says nothing, one that ignores SIGTERM, and ones with children of their own. */
    @ParameterizedTest
    @ValueSource(strings = {"silent", "stubborn", "grandchild-hang", "stdout-closed", "flood-unknown"})
    void aClientThatLeavesAtTheSpawnTakesItsGroupWithIt(String mode) throws IOException {
        try (RawHttp http = olp.connect()) {
            int before = olp.notes("modes").size();
            ask(http, "{{" + mode + "}}");
            await().atMost(PATIENCE).until(() -> olp.notes("modes").size() > before);

            http.abort();

            assertFreed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stall", "drip", "flood-stdout"})
    void aClientThatLeavesAtTheFirstTokenIsNoFault(String mode) throws IOException {
        String id;
        try (RawHttp http = olp.connect()) {
            ask(http, "{{" + mode + "}}");
            Reply head = http.head();
            id = head.header("x-request-id");
            awaitContent(http.events(head));

            http.abort();
        }

        AuditTable.Row row = new AuditTable(olp).of(id);
        assertThat(row.number("status")).isEqualTo(499);
        assertThat(row.get("outcome")).isEqualTo("CLIENT_GONE");
        assertThat(row.get("error_code")).isEmpty();
        assertThat(row.number("input_tokens")).as("the usage so far").isEqualTo(28);
        assertThat(row.number("output_tokens")).as("the usage so far").isPositive();
        assertFreed();
        assertThat(olp.log().lines().filter(line -> line.contains("ERROR"))).isEmpty();
    }

    @Test
    void aClientThatLeavesAtTheLastTokenLeavesNothingBehind() throws IOException {
        try (RawHttp http = olp.connect()) {
            ask(http, "{{linger}}");
            Reply head = http.head();
            SseReader events = http.events(head);
            Optional<SseReader.Event> event = events.next();
            while (event.isPresent() && !event.get().text().contains("\"finish_reason\":\"stop\"")) {
                event = events.next();
            }

            http.abort();
        }

        assertFreed();
    }

    /** A killed client looks no different from one that has only ended its sending side. */
    @Test
    void aClientThatEndsItsSendingSideIsGoneToo() throws IOException {
        try (RawHttp http = olp.connect()) {
            ask(http, "{{silent}}");
            awaitStarted();

            http.shutdownOutput();

            assertThat(http.isClosedByServer()).isTrue();
            assertFreed();
        }
    }

    /** S100's first half; the other one is {@link dev.olp.features.load.QueueIT}'s. */
    @Test
    void beyondTheQueueIsTooManyRequests() throws IOException {
        try (RawHttp running = olp.connect();
                RawHttp one = olp.connect();
                RawHttp two = olp.connect()) {
            ask(running, "{{silent}}");
            awaitSlots(olp, "anthropic", 1, 0);
            ask(one, "hi");
            ask(two, "hi");
            awaitSlots(olp, "anthropic", 1, 2);

            Reply refused = olp.chat(Bodies.chat(CLAUDE, "hi"));

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.errorCode()).isEqualTo("queue_full");
            assertThat(Integer.parseInt(refused.header("retry-after"))).isBetween(1, 60);
            assertThat(Integer.parseInt(refused.header("retry-after-ms"))).isBetween(1, 60_000);
            running.abort();
            assertThat(one.reply().status()).isEqualTo(200);
            assertThat(two.reply().status()).isEqualTo(200);
        }
    }

    private static void assertFreed() throws IOException {
        olp.assertNothingLeft();
        awaitSlots(olp, "anthropic", 0, 0);
        assertThat(olp.chat(Bodies.chat(CLAUDE, "hi")).status()).isEqualTo(200);
    }

    private static void awaitStarted() {
        await().atMost(PATIENCE).until(() -> !olp.processes().isEmpty());
    }

    private static void awaitContent(SseReader events) throws IOException {
        while (events.next().orElseThrow().content().isEmpty()) {
            // the role comes first
        }
    }

    private static void ask(RawHttp http, String text) throws IOException {
        http.chat(Bodies.stream(CLAUDE, text));
    }
}
