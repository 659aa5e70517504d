package dev.olp.features.children;

import static dev.olp.features.support.SlotCount.awaitSlots;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CLIs that hang, with short time limits: of the first output, of silence, of the whole. */
class HangingCliIT {
    private static final String CLAUDE = "claude-sonnet-4-6";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/providers/anthropic/first_output_timeout_ms", "1500")
            .set("/providers/anthropic/idle_timeout_ms", "1200")
            .set("/providers/anthropic/total_timeout_ms", "5000")
            .set("/providers/mistral/first_output_timeout_ms", "1500")
            .server();

    @AfterEach
    void slotsAreFree() {
        awaitSlots(olp, "anthropic", 0, 0);
        awaitSlots(olp, "mistral", 0, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noOutputIsATimeoutWithItsStatus(boolean stream) throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, stream, Bodies.message("user", "{{silent}}")));

        assertThat(reply.status()).isEqualTo(504);
        assertThat(reply.errorCode()).isEqualTo("provider_timeout");
        AuditTable.Row row = new AuditTable(olp).of(reply.header("x-request-id"));
        assertThat(row.get("outcome")).isEqualTo("PROVIDER_TIMEOUT");
        assertThat(row.get("first_token_ms")).isEmpty();
    }

    /** Lines that say nothing to the client are life, but no output. */
    @Test
    void outputThatIsNoAnswerEndsAtTheFirstOutputLimit() throws IOException {
        Reply reply = olp.chat(Bodies.stream(CLAUDE, "{{flood-unknown}}"));

        assertThat(reply.status()).isEqualTo(504);
        assertThat(olp.log()).contains("no output within 1500 ms");
    }

    /** S77: a stall in the middle of an answer is seen long before the whole time is up. */
    @ParameterizedTest
    @ValueSource(strings = {"stall", "stubborn", "stdout-closed"})
    void aStallInTheMiddleBreaksTheStreamOff(String mode) throws IOException {
        if (mode.equals("stall")) {
            Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{stall}}")).assertFailed("provider_timeout");
            assertThat(answer.content()).isEqualTo("Hello fro");
            assertThat(olp.log()).contains("silent for 1200 ms");
        }
        Reply whole = olp.chat(Bodies.chat(CLAUDE, "{{" + mode + "}}"));

        assertThat(whole.status()).isIn(502, 504);
        assertThat(whole.errorCode()).isIn("provider_timeout", "provider_error");
        assertThat(whole.text()).doesNotContain("Hello fro");
    }

    @Test
    void anAnswerWithoutAnEndEndsAtTheTotalLimit() throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{drip}}")).assertFailed("provider_timeout");

        assertThat(answer.content()).startsWith("word word ");
        assertThat(olp.log()).contains("no end within 5000 ms");
    }

    /** S103: any line of the CLI is a sign of life, though the client sees nothing of it. */
    @Test
    void linesWithoutAnAnswerKeepARunAlive() throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{chatter}}")).assertWellFormed();

        assertThat(answer.content()).isEqualTo("word ");
    }

    @Test
    void aVibeThatHangsTimesOutToo() throws IOException {
        Reply reply = olp.chat(Bodies.chat("devstral", "{{hang}}"));

        assertThat(reply.status()).isEqualTo(504);
    }

    /** S76: the answer is there at once; what the child does with the time after it is nobody's wait. */
    @ParameterizedTest
    @ValueSource(strings = {"linger", "grandchild", "daemon"})
    void aChildThatLingersAfterItsAnswerIsEnded(String mode) throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "{{" + mode + "}}"));

        assertThat(reply.status()).isEqualTo(200);
        olp.assertNothingLeft();
        assertThat(new AuditTable(olp).of(reply.header("x-request-id")).get("outcome"))
                .isEqualTo("SUCCESS");
    }
}
