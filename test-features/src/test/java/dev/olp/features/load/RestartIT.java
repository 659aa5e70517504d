package dev.olp.features.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Drain, exit and start while clients keep asking: nobody is cut off in the middle. */
class RestartIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final int CLIENTS = 4;
    private static final int RESTARTS = 3;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .runsApart()
            .set("/providers/anthropic/max_concurrent", "4")
            .set("/server/drain_timeout_ms", "30000")
            .server();

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    @Test
    void aRestartUnderLoadCutsNobodyOff() throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            CountDownLatch streaming = new CountDownLatch(CLIENTS);
            List<Future<?>> asking = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                asking.add(clients.submit(() -> {
                    while (!over.get()) {
                        ask(streaming);
                    }
                    return null;
                }));
            }
            streaming.await();
            for (int i = 0; i < RESTARTS; i++) {
                int before = answered.get();
                assertThat(olp.stop()).isIn(0, 143);
                assertThat(answered.get()).as("what ran was let end").isGreaterThan(before);
                olp.start();
            }
            over.set(true);
            for (Future<?> each : asking) {
                each.get();
            }
        }
        assertThat(answered.get()).isGreaterThan(RESTARTS * CLIENTS);
        assertThat(refused.get()).isPositive();
    }

    /** Whole, refused by name, or not connected at all; a stream that has begun is never cut. */
    private void ask(CountDownLatch streaming) throws IOException {
        Reply head;
        try (RawHttp http = olp.connect()) {
            try {
                http.chat(Bodies.stream(CLAUDE, "{{slow}}"));
                head = http.head();
            } catch (SocketException | AssertionError beforeAnyAnswer) {
                refused.incrementAndGet();
                return;
            }
            if (head.status() == 503) {
                assertThat(http.body(head).readAllBytes()).asString().contains("draining");
                refused.incrementAndGet();
                return;
            }
            streaming.countDown();
            List<SseReader.Event> events = http.events(head).all();
            new Streamed(head, events).assertWellFormed();
            answered.incrementAndGet();
        } catch (ConnectException down) {
            refused.incrementAndGet();
        }
    }
}
