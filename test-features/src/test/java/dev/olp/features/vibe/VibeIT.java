package dev.olp.features.vibe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Chats over vibe's stand-in, which loses a prompt that it gets without a terminal, as vibe does. */
class VibeIT {
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void a_whole_chat_has_the_answer_and_an_estimate_of_usage() throws IOException { // S91, S92
        Reply reply = olp.chat(Bodies.chat("devstral", "hello"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        assertThat(reply.content()).isEqualTo(ANSWER);
        assertThat(reply.finishReason()).isEqualTo("stop");
        assertThat(reply.header("x-olp-usage")).isEqualTo("estimated");
        assertThat(String.join("\n", olp.notes("starts")))
                .contains("--output streaming")
                .doesNotContain("hello");
        assertThat(String.join("\n", olp.notes("prompt"))).contains("hello");
    }

    @Test
    void a_streamed_chat_keeps_reasoning_apart() throws IOException {
        Streamed streamed =
                olp.stream(Bodies.stream("devstral", "{{reasoning}}")).assertWellFormed();
        assertThat(streamed.content()).isEqualTo(ANSWER);
        assertThat(streamed.reasoning()).isEqualTo("Let me think.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rate      | 429 | rate_limit_exceeded
            context   | 400 | context_length_exceeded
            key       | 503 | upstream_auth_required
            server    | 502 | provider_error
            traceback | 502 | provider_error
            tool      | 502 | provider_protocol_error
            bye       | 502 | provider_protocol_error
            silent    | 502 | provider_protocol_error
            """)
    void a_fault_has_its_status_and_code(String mode, int status, String code) throws IOException { // S92
        Reply reply = olp.chat(Bodies.chat("devstral", "{{" + mode + "}}"));
        assertThat(reply.status() + " " + reply.errorCode()).as(reply.text()).isEqualTo(status + " " + code);
    }

    @Test
    void a_client_that_leaves_ends_the_run() throws IOException {
        try (RawHttp client = olp.connect()) {
            client.chat(Bodies.stream("devstral", "{{hang}}"));
            Awaitility.await().until(() -> !olp.notes("prompt").isEmpty());
            client.abort();
        }
        olp.assertNothingLeft();
    }
}
