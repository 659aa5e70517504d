package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Upstreams that fall silent, with time limits far shorter than anybody's. */
class HangIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .set("/providers/anthropic/idle_timeout_ms", "3000")
            .set("/providers/anthropic/first_output_timeout_ms", "4000")
            .set("/providers/openai/idle_timeout_ms", "3000")
            .set("/providers/openai/first_output_timeout_ms", "4000")
            .server();

    @ParameterizedTest
    @CsvSource({"sonnet,hang-headers", "sonnet,hang-first", "gpt-5.5,hang-headers", "gpt-5.5,hang-first"})
    void silence_before_any_text_is_a_timeout(String model, String scenario) throws IOException { // S77
        Reply reply = olp.chat(Bodies.chat(model, "{{" + scenario + "}}"));
        assertThat(reply.status()).as(reply.text()).isEqualTo(504);
        assertThat(reply.errorCode()).isEqualTo("provider_timeout");
    }

    /** On a machine so slow that the text itself comes too late, it is a status like any other. */
    @ParameterizedTest
    @CsvSource({"sonnet", "gpt-5.5"})
    void silence_in_the_middle_is_a_timeout_and_no_success(String model) throws Exception { // S77
        try (var client = olp.connect()) {
            client.chat(Bodies.stream(model, "{{hang-mid}}"));
            Reply head = client.head();
            if (head.status() == 200) {
                Streamed streamed = new Streamed(head, client.events(head).all()).assertFailed("provider_timeout");
                assertThat(RealCli.ANSWER).startsWith(streamed.content());
            } else {
                assertThat(head.status()).isEqualTo(504);
            }
        }
    }
}
