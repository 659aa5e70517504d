package dev.olp.features.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SlotCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** S58: white space before a whole reply keeps its connection alive, where the operator wants it. */
class PaddingIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String CHAT = "/v1/chat/completions";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/streaming/heartbeat_interval_ms", "50")
            .set("/streaming/whole_reply_padding", "true")
            .set("/providers/anthropic/max_concurrent", "1")
            .server();

    @Test
    void aLateReplyBeginsWithLineEndsAndIsTheSameJson() throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "{{late}}"));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("content-type")).isEqualTo("application/json");
        assertThat(reply.text()).matches("(?s)\\n+\\{.*\\}");
        assertThat(reply.finishReason()).isEqualTo("stop");
        assertThat(reply.content()).isNotEmpty();
    }

    @Test
    void aFaultAfterPaddingIsAWholeErrorBody() throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "{{late-exit}}"));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.text()).matches("(?s)\\n+\\{.*\\}");
        assertThat(reply.json().propertyNames()).containsExactly("error");
        assertThat(reply.json().path("error").propertyNames())
                .containsExactlyInAnyOrder("message", "type", "param", "code");
        assertThat(reply.errorCode()).isEqualTo("provider_error");
    }

    @Test
    void aRequestThatIsRefusedAtOnceHasItsStatus() throws IOException {
        Reply reply = olp.chat("{\"model\":\"nobodys\",\"messages\":[]}");

        assertThat(reply.status()).isBetween(400, 499);
        assertThat(reply.text()).startsWith("{");
    }

    @Test
    void aRequestInTheQueueIsPaddedToo() throws IOException {
        try (RawHttp first = olp.connect();
                RawHttp second = olp.connect()) {
            first.post(CHAT, OlpServer.OWNER_TOKEN, body("{{silent}}"));
            SlotCount.awaitSlots(olp, "anthropic", 1, 0);
            second.post(CHAT, OlpServer.OWNER_TOKEN, body("hi"));

            Reply head = second.head();
            SlotCount.awaitSlots(olp, "anthropic", 1, 1);
            first.abort();
            Reply reply =
                    new Reply(head.status(), head.headers(), second.body(head).readAllBytes());

            assertThat(reply.text()).startsWith("\n");
            assertThat(reply.finishReason()).isEqualTo("stop");
        }
    }

    /** Leaving while only padding came ends the child as it does otherwise; {@link OlpServer} looks for what is left. */
    @Test
    void aClientThatLeavesInThePaddingLeavesNothing() throws IOException {
        try (RawHttp client = olp.connect()) {
            client.post(CHAT, OlpServer.OWNER_TOKEN, body("{{silent}}"));
            assertThat(client.body(client.head()).read()).isEqualTo('\n');
            client.abort();
        }
        SlotCount.awaitSlots(olp, "anthropic", 0, 0);
    }

    @Test
    void aClientCanDoWithoutPadding() throws IOException {
        Reply good = olp.chat(Bodies.chat(CLAUDE, "{{late}}"), "X-OLP-Heartbeat: off");
        Reply bad = olp.chat(Bodies.chat(CLAUDE, "{{late-exit}}"), "X-OLP-Heartbeat: off");

        assertThat(good.text()).startsWith("{");
        assertThat(bad.status()).isEqualTo(502);
    }

    private static byte[] body(String text) {
        return Bodies.chat(CLAUDE, text).getBytes(StandardCharsets.UTF_8);
    }
}
