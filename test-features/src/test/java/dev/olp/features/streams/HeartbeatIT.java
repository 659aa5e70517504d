package dev.olp.features.streams;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Comments keep a silent stream alive from its admission on; with the shortest interval, so that they come at once. */
class HeartbeatIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String CHAT = "/v1/chat/completions";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/streaming/heartbeat_interval_ms", "50")
            .set("/providers/anthropic/max_concurrent", "1")
            .server();

    @Test
    void heartbeatsComeBeforeTheFirstTokenAndNoneAfterTheEnd() throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{late}}")).assertWellFormed();

        List<SseReader.Event> events = answer.events();
        assertThat(events.getFirst()).isEqualTo(SseReader.Event.comment("keep-alive"));
        assertThat(events.stream().filter(SseReader.Event::comment).map(SseReader.Event::text))
                .anySatisfy(text -> assertThat(text).startsWith("olp {").contains("\"provider\":\"anthropic\""));
    }

    /** S54: the CLI flushes single bytes; a line that is not whole yet must not come out in two pieces. */
    @Test
    void aHeartbeatNeverFallsInsideAnEvent() throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{split}}")).assertWellFormed();

        assertThat(answer.content()).isEqualTo("é中😀");
        assertThat(answer.events()).anyMatch(SseReader.Event::comment);
    }

    @Test
    void heartbeatsStandBetweenTheEventsOfASlowAnswer() throws IOException {
        List<SseReader.Event> events = olp.stream(Bodies.stream(CLAUDE, "{{chatter}}"))
                .assertWellFormed()
                .events();

        int role = firstData(events);
        assertThat(events.subList(role, events.size())).anyMatch(e -> e.text().equals("keep-alive"));
    }

    @Test
    void aRequestInTheQueueIsKeptAliveToo() throws IOException {
        try (RawHttp first = olp.connect();
                RawHttp second = olp.connect()) {
            first.post(CHAT, OlpServer.OWNER_TOKEN, body("{{silent}}"));
            awaitSlots(olp, "anthropic", 1, 0);
            second.post(CHAT, OlpServer.OWNER_TOKEN, body("hi"));

            Reply head = second.head();
            SseReader events = second.events(head);
            SseReader.Event heartbeat = events.next().orElseThrow();
            awaitSlots(olp, "anthropic", 1, 1);
            first.abort();
            List<SseReader.Event> rest = events.all();

            assertThat(heartbeat).isEqualTo(SseReader.Event.comment("keep-alive"));
            new Streamed(head, rest).assertWellFormed();
        }
    }

    /** S68: where a heartbeat has sent the head, the fault stands in the stream. */
    @Test
    void aFaultAfterAHeartbeatIsToldInTheStream() throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{late-exit}}")).assertFailed("provider_error");

        assertThat(answer.events().getFirst().comment()).isTrue();
        assertThat(answer.content()).isEmpty();
    }

    /** S55: for a client that cannot bear comments. */
    @Test
    void aClientCanDoWithoutHeartbeats() throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{late}}"), "X-OLP-Heartbeat: Off")
                .assertWellFormed();

        assertThat(answer.events()).noneMatch(SseReader.Event::comment);
    }

    @Test
    void aWishThatWeDoNotKnowIsRefused() throws IOException {
        Reply reply = olp.chat(Bodies.stream(CLAUDE, "hi"), "X-OLP-Heartbeat: 5");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo("invalid_value");
        assertThat(reply.json().at("/error/param").asString()).isEqualTo("X-OLP-Heartbeat");
    }

    /** S58: a whole reply is not padded while it waits, so that its status is still the true one. */
    @Test
    void aWholeReplyIsNotPaddedAndKeepsItsStatus() throws IOException {
        Reply good = olp.chat(Bodies.chat(CLAUDE, "{{late}}"));
        Reply bad = olp.chat(Bodies.chat(CLAUDE, "{{late-exit}}"));

        assertThat(good.status()).isEqualTo(200);
        assertThat(good.text()).startsWith("{");
        assertThat(bad.status()).isEqualTo(502);
        assertThat(bad.text()).startsWith("{");
    }

    private static int firstData(List<SseReader.Event> events) {
        return events.indexOf(
                events.stream().filter(e -> !e.comment()).findFirst().orElseThrow());
    }

    private static byte[] body(String text) {
        return Bodies.stream(CLAUDE, text).getBytes(StandardCharsets.UTF_8);
    }
}
