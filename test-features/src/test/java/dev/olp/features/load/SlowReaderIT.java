package dev.olp.features.load;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A client that does not read holds back the CLI, not the server's memory (S99). */
class SlowReaderIT {
    /** What a stream may hold on its way: the line queue, the socket's buffers, and the garbage of making it. */
    private static final long MAY_GROW_KIB = 60 * 1024;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void aReaderThatStopsHoldsTheChildBackAndTheServerStaysSmall() throws IOException {
        byte[] body = Bodies.stream("claude-sonnet-4-6", "{{flood-stdout}}").getBytes(StandardCharsets.UTF_8);
        try (RawHttp http = RawHttp.connectWithReceiveBuffer(olp.port(), 4096)) {
            http.post("/v1/chat/completions", OlpServer.OWNER_TOKEN, body);
            Reply head = http.head();
            assertThat(http.events(head).next()).isPresent();
            long before = memoryKib();

            AtomicLong written = new AtomicLong(-1);
            // a flood that nothing holds back writes megabytes a second
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        long now = writtenByChild();
                        return written.getAndSet(now) == now;
                    });

            assertThat(written.get()).as("bytes written by the child").isLessThan(64L << 20);
            assertThat(memoryKib()).isLessThan(before + MAY_GROW_KIB);
            assertThat(olp.get("/v1/models").status()).as("others are served").isEqualTo(200);
            http.abort();
        }
        olp.assertNothingLeft();
        awaitSlots(olp, "anthropic", 0, 0);
    }

    private static long writtenByChild() throws IOException {
        String child = olp.processes().getFirst();
        return number(Path.of("/proc", child.substring(0, child.indexOf(' ')), "io"), "wchar:");
    }

    private static long memoryKib() throws IOException {
        return number(Path.of("/proc", Long.toString(olp.pid()), "status"), "VmRSS:");
    }

    private static long number(Path file, String name) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
