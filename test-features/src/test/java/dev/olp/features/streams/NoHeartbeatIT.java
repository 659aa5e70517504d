package dev.olp.features.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** S55: an interval of 0 switches heartbeats off for all, and with them the padding, which has the same interval. */
class NoHeartbeatIT {
    private static final String CLAUDE = "claude-sonnet-4-6";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/streaming/heartbeat_interval_ms", "0")
            .set("/streaming/whole_reply_padding", "true")
            .server();

    @Test
    void aSilentStreamHasNoComment() throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{late}}")).assertWellFormed();

        assertThat(answer.events()).noneMatch(SseReader.Event::comment);
    }

    @Test
    void aFaultAfterALongSilenceStillHasItsStatus() throws IOException {
        Reply streamed = olp.chat(Bodies.stream(CLAUDE, "{{late-exit}}"));
        Reply whole = olp.chat(Bodies.chat(CLAUDE, "{{late-exit}}"));

        assertThat(streamed.status()).isEqualTo(502);
        assertThat(whole.status()).isEqualTo(502);
        assertThat(whole.text()).startsWith("{");
    }
}
