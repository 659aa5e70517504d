package dev.olp.features.children;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server ends, in order or not, while CLIs run. */
class StopIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final OlpServer olp =
            OlpServer.with().standIns().set("/server/drain_timeout_ms", "4000").server();

    private boolean ended;

    @BeforeEach
    void serving() {
        ended = false;
    }

    @AfterEach
    void serveAgain() throws IOException {
        if (ended) {
            olp.start();
        }
    }

    /** The rest of a stream comes, new work is refused by name, and probes are told. */
    @Test
    void aStopWaitsForTheStreamsThatRun() throws Exception {
        try (RawHttp running = olp.connect()) {
            ask(running, "{{chatter}}");
            Reply head = running.head();
            SseReader events = running.events(head);
            SseReader.Event role = events.next().orElseThrow();

            CompletableFuture<Integer> exit = stop();
            await().atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> olp.get("/readyz").status() == 503);
            Reply live = olp.get("/livez");
            Reply refused = olp.chat(Bodies.chat(CLAUDE, "hi"));
            List<SseReader.Event> rest = events.all();

            assertThat(live.status()).isEqualTo(200);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.errorCode()).isEqualTo("draining");
            assertThat(refused.header("retry-after")).isNotEmpty();
            new Streamed(head, Stream.concat(Stream.of(role), rest.stream()).toList()).assertWellFormed();
            assertThat(exit.join()).isIn(0, 143);
        }
        assertGone();
    }

    /** What does not end within the drain time is ended, and its client is told. */
    @Test
    void aStreamThatOutlastsTheDrainIsBrokenOffByName() throws Exception {
        try (RawHttp stalled = olp.connect();
                RawHttp silent = olp.connect()) {
            ask(stalled, "{{stall}}");
            ask(silent, "{{silent}}");
            Reply head = stalled.head();
            awaitSlots(olp, "anthropic", 2, 0);

            CompletableFuture<Integer> exit = stop();
            Streamed answer = new Streamed(head, stalled.events(head).all());
            Reply refused = silent.reply();

            answer.assertFailed("draining");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.errorCode()).isEqualTo("draining");
            assertThat(exit.join()).isIn(0, 143);
        }
        assertGone();
    }

    /** S97: nothing of the server is left to clean up after it, and no child survives it; the next start sweeps. */
    @ParameterizedTest
    @ValueSource(strings = {"silent", "stubborn", "drip"})
    void aKilledServerTakesItsChildrenAndTheNextOneSweepsTheirHomes(String mode) throws Exception {
        try (RawHttp running = olp.connect()) {
            ask(running, "{{" + mode + "}}");
            await().atMost(PATIENCE).until(() -> !olp.processes().isEmpty());

            ended = true;
            olp.kill();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(olp.processes()).isEmpty());
        }
        assertThat(olp.homes()).as("what the sweep is for").isNotEmpty();

        olp.start();
        ended = false;

        assertThat(olp.homes()).isEmpty();
        assertThat(olp.chat(Bodies.chat(CLAUDE, "hi")).status()).isEqualTo(200);
    }

    /** Only the child itself is bound to the server's life; what it started is found by the next start. */
    @ParameterizedTest
    @ValueSource(strings = {"grandchild-hang", "daemon-hang"})
    void theNextStartEndsWhatAKilledServersChildrenStarted(String mode) throws Exception {
        try (RawHttp running = olp.connect()) {
            ask(running, "{{" + mode + "}}");
            await().atMost(PATIENCE)
                    .until(() -> olp.processes().stream().anyMatch(process -> process.contains("sleep 600")));

            ended = true;
            olp.kill();
        }

        olp.start();
        ended = false;

        olp.assertNothingLeft();
    }

    private CompletableFuture<Integer> stop() {
        ended = true;
        return CompletableFuture.supplyAsync(() -> {
            try {
                return olp.stop();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void assertGone() {
        assertThat(olp.processes()).isEmpty();
        assertThat(olp.homes()).isEmpty();
    }

    private static void ask(RawHttp http, String text) throws IOException {
        http.chat(Bodies.stream(CLAUDE, text));
    }
}
