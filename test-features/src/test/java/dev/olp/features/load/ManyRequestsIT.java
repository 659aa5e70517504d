package dev.olp.features.load;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many requests, a third of them cut by the client at a random moment: nothing is left, and nothing has grown. */
class ManyRequestsIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String CHAT = "/v1/chat/completions";
    private static final int CLIENTS = 6;
    private static final int CUT_EVERY = 3;

    /** From nothing to well past the end of an answer. */
    private static final int LATEST_CUT_MS = 150;

    /** Resident memory that a JVM of 128 MiB of heap may still gain after its first requests: lazy code, and metaspace. */
    private static final long MAY_GROW_KIB = 40 * 1024;

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().runsApart().server();

    private final SplittableRandom random = new SplittableRandom(42);

    @Test
    void nothingIsLeftOfSixtyRequests() throws Exception {
        serve(60);

        assertNothingLeft(60);
    }

    @Test
    @Tag("long")
    void nothingIsLeftOfAThousandRequestsAndNothingHasGrown() throws Exception {
        serve(200);
        long before = residentKib();
        serve(800);

        assertNothingLeft(1000);
        assertThat(residentKib()).isLessThan(before + MAY_GROW_KIB);
    }

    private void serve(int count) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> asked = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String body = i % 2 == 0 ? Bodies.stream(CLAUDE, "hi") : Bodies.chat(CLAUDE, "hi");
                if (i % CUT_EVERY == 0) {
                    long afterNanos = random.nextLong(LATEST_CUT_MS * 1_000_000L);
                    asked.add(clients.submit(() -> cut(body, afterNanos)));
                } else if (i % 2 == 0) {
                    asked.add(clients.submit(() -> stream(body)));
                } else {
                    asked.add(clients.submit(() -> whole(body)));
                }
            }
            for (Future<?> each : asked) {
                each.get();
            }
        }
    }

    private static Void cut(String body, long afterNanos) throws IOException {
        try (RawHttp http = olp.connect()) {
            http.chat(body);
            LockSupport.parkNanos(afterNanos); // the random moment; no assertion waits for it
            http.abort();
        }
        return null;
    }

    private static Streamed stream(String body) throws IOException {
        try (RawHttp http = olp.connect()) {
            http.chat(body);
            Reply head = http.head();
            SseReader events = http.events(head);
            return new Streamed(head, events.all()).assertWellFormed();
        }
    }

    private static Reply whole(String body) throws IOException {
        Reply reply = olp.chat(body);
        assertThat(reply.status()).isEqualTo(200);
        return reply;
    }

    private static void assertNothingLeft(int requests) throws Exception {
        olp.assertNothingLeft();
        awaitSlots(olp, "anthropic", 0, 0);
        List<AuditTable.Row> rows = new AuditTable(olp).all();
        assertThat(rows.stream().filter(row -> row.get("path").equals(CHAT))).hasSizeGreaterThanOrEqualTo(requests);
        assertThat(rows.stream().filter(row -> row.get("path").equals(CHAT)))
                .allSatisfy(row -> assertThat(row.number("status")).isIn(200, 499));
        assertThat(openFiles()).as("open files of the server").isLessThan(150);
        assertThat(olp.log().lines().filter(line -> line.contains(" ERROR "))).isEmpty();
    }

    private static long residentKib() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(olp.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    private static int openFiles() {
        String[] open =
                Path.of("/proc", Long.toString(olp.pid()), "fd").toFile().list();
        return open == null ? 0 : open.length;
    }
}
