package dev.olp.features.load;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The server is killed under load, or while it starts, again and again: nothing that was committed is lost, nothing stays held. */
class KilledIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String CHAT = "/v1/chat/completions";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int CLIENTS = 6;
    private static final int LATEST_MS = 400;
    private static final int LATEST_IN_START_MS = 1500;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .runsApart()
            .set("/limits/default/requests_per_minute", "100000")
            .set("/limits/default/concurrent", "6")
            .server();

    private final SplittableRandom random = new SplittableRandom(11);
    private final List<String> begun = Collections.synchronizedList(new ArrayList<>());

    @Test
    void killedFourTimesItLosesNothing() throws Exception {
        killAgainAndAgain(4);
    }

    @Test
    @Tag("long")
    void killedAHundredTimesItLosesNothing() throws Exception {
        killAgainAndAgain(100);
    }

    private void killAgainAndAgain(int times) throws Exception {
        String key =
                olp.command("keys", "create", "--name", "killed " + times).out().strip();
        for (int i = 0; i < times; i++) {
            killUnderLoad(key);
            if (i % 4 == 3) {
                olp.startAndKill(Duration.ofMillis(random.nextInt(LATEST_IN_START_MS)));
            }
            olp.start();
            olp.assertNothingLeft();
        }
        assertEachHasOneRow();
        OlpCommand verified = olp.command("audit", "verify");
        assertThat(verified.exit()).as(verified.err()).isZero();
        awaitSlots(olp, "anthropic", 0, 0);
        assertAllRoomIsThere(key);
    }

    private void killUnderLoad(String key) throws Exception {
        AtomicBoolean killed = new AtomicBoolean();
        AtomicBoolean dying = new AtomicBoolean();
        int before = begun.size();
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                boolean streamed = i % 2 == 0;
                asking.add(clients.submit(() -> {
                    while (!killed.get()) {
                        ask(key, streamed, dying);
                    }
                }));
            }
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> begun.size() > before);
            LockSupport.parkNanos(
                    random.nextLong(LATEST_MS * 1_000_000L)); // the random moment; no assertion waits for it
            dying.set(true);
            olp.kill();
            killed.set(true);
            for (Future<?> each : asking) {
                each.get();
            }
        }
    }

    /** Notes each request whose answer's head came. */
    private void ask(String key, boolean streamed, AtomicBoolean dying) {
        String body = streamed ? Bodies.stream(CLAUDE, "hi") : Bodies.chat(CLAUDE, "hi");
        try (RawHttp http = olp.connect()) {
            http.post(CHAT, key, body.getBytes(StandardCharsets.UTF_8));
            Reply head = http.head();
            assertThat(head.status()).isIn(200, 429);
            begun.add(head.header("x-request-id"));
            if (streamed && head.status() == 200) {
                var _ = http.events(head).all();
            }
        } catch (IOException | AssertionError cut) {
            if (!dying.get()) {
                throw new AssertionError("cut by a server that lives", cut);
            }
        }
    }

    private void assertEachHasOneRow() throws Exception {
        Map<String, Long> rows = new AuditTable(olp)
                .all().stream().collect(Collectors.groupingBy(row -> row.get("request_id"), Collectors.counting()));
        assertThat(begun).isNotEmpty();
        assertThat(begun.stream().collect(Collectors.toMap(Function.identity(), id -> rows.getOrDefault(id, 0L))))
                .allSatisfy((id, count) -> assertThat(count).as("rows of " + id).isOne());
        assertThat(rows.values()).allMatch(count -> count == 1);
    }

    /** No reservation of a request that died stays. */
    private static void assertAllRoomIsThere(String key) throws IOException {
        try (RawHttp http = olp.connect()) {
            Reply usage = http.send("GET /v1/usage HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + key
                            + "\r\nConnection: close\r\n\r\n")
                    .reply();
            assertThat(usage.json().toString()).contains("\"concurrent\"");
            assertThat(usage.json().findPath("concurrent").path("used").asInt(-1))
                    .as(usage.text())
                    .isZero();
        }
    }
}
