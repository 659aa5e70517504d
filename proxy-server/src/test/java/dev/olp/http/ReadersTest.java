package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Slow readers: the producer is held back, nothing grows, and one that takes nothing is cut. S99 */
class ReadersTest {
    private static final int FRAME = 8 * 1024;
    private static final int FRAMES = 4_000;

    @Test
    void a_client_that_does_not_read_holds_back_the_handler_and_gets_all_in_the_end() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        RequestHandler handler = (request, sink) -> {
            sink.begin(TestDoor.text(200));
            for (int n = 0; n < FRAMES; n++) {
                sink.send(new byte[FRAME]);
                sent.incrementAndGet();
            }
            sink.finish();
        };
        try (TestDoor door = TestDoor.with(handler);
                RawClient client = RawClient.connect(InetAddress.getLoopbackAddress(), door.port(), 16 * 1024)) {
            client.get("/v1/x").head();
            awaitStandstill(sent);
            // the sink's own bound, the kernel's send buffer (doubled by Linux) and the client's receive buffer
            assertThat((long) sent.get() * FRAME).isLessThan(1_500_000);
            long got = 0;
            for (byte[] chunk = client.chunk(); chunk.length > 0; chunk = client.chunk()) {
                got += chunk.length;
            }
            assertThat(got).isEqualTo((long) FRAME * FRAMES);
        }
    }

    private static void awaitStandstill(AtomicInteger sent) {
        int[] last = {-1};
        Awaitility.await().pollInterval(Duration.ofMillis(300)).until(() -> {
            int now = sent.get();
            boolean still = now > 0 && now == last[0];
            last[0] = now;
            return still;
        });
    }

    @Test
    void a_client_that_takes_nothing_for_too_long_is_cut_and_its_handler_told() throws Exception {
        CompletableFuture<Void> told = new CompletableFuture<>();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            sink.onGone(() -> told.complete(null));
            sink.begin(TestDoor.text(200));
            try {
                while (true) {
                    sink.send(new byte[FRAME]);
                }
            } catch (ClientGone gone) {
                thrown.complete(gone);
                throw gone;
            }
        };
        TestDoor.Options options = TestDoor.options();
        options.writeStall = Duration.ofMillis(200);
        try (TestDoor door = options.start(handler);
                RawClient client = RawClient.connect(InetAddress.getLoopbackAddress(), door.port(), 16 * 1024)) {
            client.get("/v1/x");
            told.join();
            assertThat(thrown.join()).isInstanceOf(ClientGone.class);
            Awaitility.await().until(() -> door.server().openConnections() == 0);
        }
    }

    @Test
    void a_large_whole_reply_to_a_client_that_takes_nothing_ends_too() {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        RequestHandler handler = (request, sink) -> {
            try {
                sink.reply(TestDoor.text(200), new byte[20 << 20]);
            } catch (ClientGone gone) {
                thrown.complete(gone);
                throw gone;
            }
        };
        TestDoor.Options options = TestDoor.options();
        options.writeStall = Duration.ofMillis(200);
        try (TestDoor door = options.start(handler);
                RawClient client = RawClient.connect(InetAddress.getLoopbackAddress(), door.port(), 16 * 1024)) {
            client.get("/v1/x");
            assertThat(thrown.join()).isInstanceOf(ClientGone.class);
        }
    }
}
