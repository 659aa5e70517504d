package dev.olp.features.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server on which requests without a key were switched on, for one provider. */
class AnonymousIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/auth/allow_anonymous", "true")
            .set("/auth/anonymous_providers", "[\"anthropic\"]")
            .set("/server/cors_origins", "[\"*\",\"https://listed.example\"]")
            .server();

    @Test
    void aRequestWithoutAKeyMayUseWhatIsNamed() throws Exception {
        Reply reply = chat("sonnet", "X-Nothing: 1");

        assertThat(reply.status()).as(reply::text).isEqualTo(200);
        try (Ledger ledger = Ledger.of(olp.home())) {
            assertThat(ledger.row(reply).tier()).isEqualTo("ANONYMOUS");
        }
    }

    /** S123: whoever comes without a key may be somebody else each time. */
    @Test
    void nobodyIsAnsweredByWhatAnotherAsked() throws Exception {
        for (int i = 0; i < 2; i++) {
            assertThat(chat("sonnet", "X-OLP-Cache: allow").header("x-olp-cache"))
                    .isEqualTo("bypass");
        }
    }

    @Test
    void nothingElseIsOpenToIt() throws IOException {
        List<String> before = olp.notes("starts");

        Refusal.assertIs(chat("codex", "X-Nothing: 1"), 403, "provider_not_allowed");
        assertThat(olp.notes("starts")).isEqualTo(before);
    }

    @Test
    void itSeesOnlyTheModelsThatItMayUse() throws IOException {
        try (RawHttp http = olp.connect()) {
            assertThat(http.send("GET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .reply()
                            .json()
                            .path("data"))
                    .isNotEmpty()
                    .allSatisfy(model ->
                            assertThat(model.path("owned_by").asString("")).isEqualTo("anthropic"));
            Refusal.assertIs(
                    http.send("GET /v1/models/gpt-5.5 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .reply(),
                    404,
                    "model_not_found");
        }
        assertThat(olp.get("/v1/models/gpt-5.5").status()).isEqualTo(200);
    }

    @Test
    void aBadKeyIsNotTakenForNone() throws IOException {
        Refusal.assertIs(chat("sonnet", "Authorization: Bearer wrong"), 401, "invalid_api_key");
        Refusal.assertIs(chat("sonnet", "x-api-key: "), 401, "invalid_api_key");
    }

    @Test
    void aWebPageMustBeNamedToGoWithoutAKey() throws IOException {
        List<String> before = olp.notes("starts");

        Refusal.assertIs(chat("sonnet", "Origin: https://evil.example"), 403, "origin_not_allowed");
        assertThat(olp.notes("starts")).isEqualTo(before);
        assertThat(chat("sonnet", "Origin: https://listed.example").status()).isEqualTo(200);
        assertThat(olp.chat(Bodies.chat("sonnet", "hello"), "Origin: https://evil.example")
                        .status())
                .isEqualTo(200);
    }

    private static Reply chat(String model, String header) throws IOException {
        try (RawHttp http = olp.connect()) {
            byte[] body = Bodies.chat(model, "hello").getBytes(StandardCharsets.UTF_8);
            return http.post("/v1/chat/completions", "", body, header).reply();
        }
    }
}
