package dev.olp.features.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Refusal;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server told to reject what it would else only ignore. */
class RejectingIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/requests/unsupported_parameters", "\"reject\"")
            .server();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"temperature|0.7", "seed|1", "functions|[{\"name\":\"f\"}]", "never_heard|1"})
    void whatWouldBeIgnoredIsRefused(String name, String value) throws IOException {
        String body = Bodies.with(Bodies.chat("sonnet", "hi"), Bodies.quote(name) + ":" + value);

        List<String> before = olp.notes("starts");

        Refusal.assertIs(olp.chat(body), 400, "unsupported_parameter", name);
        assertThat(olp.notes("starts")).isEqualTo(before);
    }

    @Test
    void bookkeepingIsStillAccepted() throws IOException {
        String body =
                Bodies.with(Bodies.chat("haiku", "hi"), "\"user\":\"u\",\"metadata\":{\"a\":\"b\"},\"store\":false");

        assertThat(olp.chat(body).status()).isEqualTo(200);
    }
}
