package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is told of the server's state, and to whom. */
class HealthIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Nothing: 1",
                "Authorization: Bearer wrong",
                "X-Forwarded-For: 127.0.0.1",
                "Forwarded: for=127.0.0.1",
                "X-Real-IP: 127.0.0.1"
            })
    void anyoneSeesOkAndTheVersionOnly(String header) throws IOException {
        try (RawHttp http = olp.connect()) {
            Reply reply = http.send("GET /health HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n")
                    .reply();

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.json().propertyNames()).containsExactlyInAnyOrder("ok", "version");
            assertThat(reply.json().path("ok").asBoolean()).isTrue();
        }
    }

    @Test
    void theOwnerSeesTheProvidersAndNoLoginIsCalledValidUnproven() throws IOException {
        Reply reply = olp.get("/health");

        assertThat(reply.json().path("providers").propertyNames()).contains("anthropic", "openai");
        assertThat(reply.json().at("/providers/openai/login").asString("")).isEqualTo("unknown");
        assertThat(reply.text()).doesNotContain(OlpServer.OWNER_TOKEN, "fake-claude-token", OlpServer.CANARY);
    }

    @Test
    void aLoginIsValidAfterARequestHasSucceeded() throws IOException {
        assertThat(olp.chat(Bodies.chat("sonnet", "hello")).status()).isEqualTo(200);

        // it is noted when the run has ended, which the reply does not wait for
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(anthropic("login")).isEqualTo("valid"));
        assertThat(anthropic("version")).isEqualTo("2.1.332");
        assertThat(anthropic("active")).isEqualTo("0");
    }

    private static String anthropic(String field) throws IOException {
        return olp.get("/health").json().at("/providers/anthropic/" + field).asString("");
    }
}
