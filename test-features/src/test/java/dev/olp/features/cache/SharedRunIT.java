package dev.olp.features.cache;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.limits.Tenant;
import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same asked at the same moment: one run, and each of those who follow it stands alone. */
class SharedRunIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The child and its group must be gone by then. */
    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/providers/anthropic/max_concurrent", "2")
            .set("/streaming/heartbeat_interval_ms", "500")
            .set("/limits/default/concurrent", "20")
            .server();

    private static int starts() {
        return olp.notes("starts").size();
    }

    private static void awaitAttached(int more, int before) {
        await().atMost(PATIENCE).until(() -> attached() == before + more);
    }

    private static int attached() throws IOException {
        return olp.get("/cache/stats").json().path("attached").asInt(-1);
    }

    private static SseReader begin(RawHttp http) throws IOException {
        SseReader events = http.events(http.head());
        await().atMost(PATIENCE)
                .until(() -> events.next().filter(e -> !e.content().isEmpty()).isPresent());
        return events;
    }

    @Test
    void identicalStreamsMakeOneRun() throws Exception {
        int started = starts();
        String body = Bodies.stream(CLAUDE, "{{slow}} one");
        try (RawHttp first = olp.connect();
                RawHttp late = olp.connect();
                RawHttp whole = olp.connect()) {
            first.chat(body);
            Reply source = first.head();
            SseReader events = first.events(source);
            assertThat(events.next()).isPresent();
            late.chat(body);
            whole.chat(Bodies.chat(CLAUDE, "{{slow}} one"));

            Reply attached = late.head();
            Streamed theLate = new Streamed(attached, late.events(attached).all()).assertWellFormed();
            Reply theWhole = whole.reply();
            events.all();

            assertThat(starts()).isEqualTo(started + 1);
            assertThat(source.header("x-olp-streaming-inflight")).isEqualTo("source");
            assertThat(source.header("x-olp-cache")).isEqualTo("bypass");
            assertThat(attached.header("x-olp-streaming-inflight")).isEqualTo("attached");
            assertThat(attached.header("x-olp-cache")).isEqualTo("attached");
            assertThat(theWhole.header("x-olp-cache")).isEqualTo("attached");
            assertThat(theLate.content()).isEqualTo("word ".repeat(50)).isEqualTo(theWhole.content());
            assertEachHasItsOwnRow(source, attached, theWhole);
        }
    }

    private static void assertEachHasItsOwnRow(Reply source, Reply... attached) {
        AuditTable rows = new AuditTable(olp);
        AuditTable.Row paid = rows.of(source.header("x-request-id"));
        assertThat(paid.number("output_tokens")).isPositive();
        assertThat(paid.get("spawn_ms")).isNotEmpty();
        for (Reply one : attached) {
            AuditTable.Row row = rows.of(one.header("x-request-id"));
            assertThat(row.get("cache_status")).isEqualTo("attached");
            assertThat(row.get("outcome")).isEqualTo("SUCCESS");
            assertThat(row.get("provider")).isEqualTo("anthropic");
            assertThat(row.number("input_tokens") + row.number("output_tokens")).isZero();
            assertThat(row.get("spawn_ms")).isEmpty();
        }
    }

    /** S98: who leaves takes nothing away from those who follow, not even the one for whom it was begun. */
    @Test
    void theFirstMayLeaveAndTheOthersHaveAllOfIt() throws Exception {
        int started = starts();
        String body = Bodies.stream(CLAUDE, "{{slow}} two");
        String gone;
        try (RawHttp first = olp.connect();
                RawHttp next = olp.connect()) {
            first.chat(body);
            Reply head = first.head();
            gone = head.header("x-request-id");
            assertThat(first.events(head).next()).isPresent();
            next.chat(body);
            Reply attached = next.head();

            first.abort();

            Streamed all = new Streamed(attached, next.events(attached).all()).assertWellFormed();
            assertThat(all.content()).isEqualTo("word ".repeat(50));
            assertThat(starts()).isEqualTo(started + 1);
            AuditTable rows = new AuditTable(olp);
            assertThat(rows.of(gone).number("status")).isEqualTo(499);
            AuditTable.Row paid = rows.of(attached.header("x-request-id"));
            assertThat(paid.number("output_tokens")).as("who follows pays").isPositive();
            assertThat(rows.of(gone).number("output_tokens")).isZero();
        }
    }

    /** S98: the same in the queue. */
    @Test
    void whoFollowsInTheQueueDoesNotLeaveWithTheFirst() throws Exception {
        try (RawHttp one = olp.connect();
                RawHttp two = olp.connect();
                RawHttp first = olp.connect();
                RawHttp next = olp.connect()) {
            one.chat(Bodies.stream(CLAUDE, "{{silent}} one"));
            two.chat(Bodies.stream(CLAUDE, "{{silent}} two"));
            awaitSlots(olp, "anthropic", 2, 0);
            int before = attached();
            first.chat(Bodies.stream(CLAUDE, "queued"));
            awaitSlots(olp, "anthropic", 2, 1);
            next.chat(Bodies.chat(CLAUDE, "queued"));
            awaitAttached(1, before);

            first.abort();
            one.abort();

            assertThat(next.reply().status()).isEqualTo(200);
        }
        awaitSlots(olp, "anthropic", 0, 0);
    }

    @Test
    void whenAllHaveLeftTheChildIsEnded() throws Exception {
        String body = Bodies.stream(CLAUDE, "{{stubborn}}");
        int before = attached();
        try (RawHttp first = olp.connect();
                RawHttp next = olp.connect()) {
            first.chat(body);
            next.chat(body);
            awaitAttached(1, before);
            await().atMost(PATIENCE).until(() -> !olp.processes().isEmpty());

            first.abort();
            next.abort();
        }

        await().atMost(SOON).until(() -> olp.processes().isEmpty());
        awaitSlots(olp, "anthropic", 0, 0);
    }

    @Test
    void aFaultIsToldToAllWithItsStatus() throws Exception {
        int started = starts();
        int before = attached();
        String body = Bodies.chat(CLAUDE, "{{late-exit}}");
        try (RawHttp first = olp.connect();
                RawHttp next = olp.connect();
                RawHttp streamed = olp.connect()) {
            first.chat(body);
            await().atMost(PATIENCE).until(() -> starts() == started + 1);
            next.chat(body);
            streamed.chat(Bodies.stream(CLAUDE, "{{late-exit}}"));
            awaitAttached(2, before);

            for (Reply reply : List.of(first.reply(), next.reply())) {
                assertThat(reply.status()).isEqualTo(502);
                assertThat(reply.errorCode()).isEqualTo("provider_error");
            }
            Reply head = streamed.head();
            new Streamed(head, streamed.events(head).all()).assertFailed("provider_error");
        }
        assertThat(starts()).isEqualTo(started + 1);
    }

    /** S99: it is cut with an error in its stream, and nobody else hears of it. */
    @Test
    void aReaderThatFallsBehindIsCutAloneAndNothingGrows() throws Exception {
        String body = Bodies.stream(CLAUDE, "{{flood-stdout}}");
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        int before = attached();
        try (RawHttp quick = olp.connect();
                RawHttp slow = RawHttp.connectWithReceiveBuffer(olp.port(), 4096)) {
            quick.chat(body);
            SseReader events = begin(quick);
            slow.post("/v1/chat/completions", OlpServer.OWNER_TOKEN, bytes);
            awaitAttached(1, before);
            Reply head = slow.head();

            for (int i = 0; i < 6_000; i++) {
                assertThat(events.next()).isPresent();
            }

            new Streamed(head, slow.events(head).all()).assertFailed("request_timeout");
            assertThat(events.next()).as("the quick one goes on").isPresent();
            assertThat(new AuditTable(olp).of(head.header("x-request-id")).get("outcome"))
                    .isEqualTo("CLIENT_ERROR");
        }
        awaitSlots(olp, "anthropic", 0, 0);
    }

    @Test
    void whoWantsARunOfItsOwnHasOne() throws Exception {
        int started = starts();
        String body = Bodies.stream(CLAUDE, "{{slow}} three");
        try (RawHttp first = olp.connect();
                RawHttp own = olp.connect()) {
            first.chat(body);
            Reply head = first.head();
            own.post(
                    "/v1/chat/completions",
                    OlpServer.OWNER_TOKEN,
                    body.getBytes(StandardCharsets.UTF_8),
                    "X-OLP-Bypass-Cache: 1");

            assertThat(own.head().header("x-olp-streaming-inflight")).isEqualTo("solo");
            assertThat(first.events(head).all()).isNotEmpty();
            assertThat(starts()).isEqualTo(started + 2);
        }
        awaitSlots(olp, "anthropic", 0, 0);
    }

    /** S123. */
    @Test
    void twoKeysNeverShareARun() throws Exception {
        int started = starts();
        Tenant ada = Tenant.create(olp, "ada of the runs");
        Tenant ben = Tenant.create(olp, "ben of the runs");
        String body = Bodies.stream(CLAUDE, "{{slow}} four");
        try (RawHttp hers = olp.connect();
                RawHttp his = olp.connect()) {
            ada.ask(hers, body);
            Reply first = hers.head();
            ben.ask(his, body);
            Reply second = his.head();

            assertThat(second.header("x-olp-streaming-inflight"))
                    .isEqualTo(first.header("x-olp-streaming-inflight"))
                    .isEqualTo("source");
            assertThat(his.events(second).all()).isNotEmpty();
            assertThat(hers.events(first).all()).isNotEmpty();
            assertThat(starts()).isEqualTo(started + 2);
        }
    }

    /** Each has a place within the key's limits of its own. */
    @Test
    void eachWhoFollowsIsARequestOfItsKey() throws Exception {
        Tenant cleo = Tenant.create(olp, "cleo of the runs", "--requests-per-day", "3");
        int started = starts();

        List<Reply> replies = cleo.burst(8, Bodies.chat(CLAUDE, "{{late}}"));

        assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(3);
        assertThat(replies.stream().filter(reply -> reply.status() == 429)).hasSize(5);
        assertThat(starts()).isEqualTo(started + 1);
    }

    @Test
    void whatManyAskedForAtOnceIsKeptOnce() throws Exception {
        Tenant dana = Tenant.create(olp, "dana of the runs");
        int started = starts();
        String body = Bodies.with(Bodies.chat(CLAUDE, "{{late}}"), "\"temperature\":0");

        List<Reply> replies = new ArrayList<>(dana.burst(8, body));
        replies.add(dana.chat(body));

        assertThat(starts()).isEqualTo(started + 1);
        assertThat(replies).allSatisfy(reply -> assertThat(reply.status()).isEqualTo(200));
        assertThat(replies.stream()
                        .map(reply -> reply.json().path("id").toString())
                        .distinct())
                .hasSize(9);
        Set<String> told =
                replies.stream().map(reply -> reply.header("x-olp-cache")).collect(Collectors.toSet());
        assertThat(told).contains("miss", "hit").isSubsetOf("miss", "attached", "hit");
    }
}
