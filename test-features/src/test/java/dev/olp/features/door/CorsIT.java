package dev.olp.features.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Web pages as clients. */
class CorsIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String ORIGIN = "Origin: https://chat.example";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void aPreflightNeedsNoKey() throws IOException {
        Reply reply = preflight(CHAT, "authorization, content-type");

        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.body()).isEmpty();
        assertThat(reply.header("access-control-allow-origin")).isEqualTo("*");
        assertThat(reply.header("access-control-allow-methods")).contains("POST", "GET");
        assertThat(reply.header("access-control-allow-headers")).isEqualTo("authorization, content-type");
        assertThat(reply.headers()).doesNotContainKey("access-control-allow-credentials");
    }

    @Test
    void theRequestAfterThePreflightStillNeedsItsKey() throws IOException {
        List<String> before = olp.notes("starts");
        try (RawHttp http = olp.connect()) {
            byte[] body = Bodies.chat("sonnet", "hello").getBytes(StandardCharsets.UTF_8);
            Reply reply = http.post(CHAT, "", body, ORIGIN).reply();

            Refusal.assertIs(reply, 401, "missing_api_key");
            assertThat(reply.header("access-control-allow-origin")).isEqualTo("*");
            assertThat(olp.notes("starts")).isEqualTo(before);
        }
    }

    @Test
    void headerNamesOfSdksAreEchoedAndWhatIsNoNameIsNot() throws IOException {
        Reply reply = preflight(CHAT, "x-stainless-os, X-Stainless-Retry-Count, x-api-key, bad name, <b>, x:y, ,*");

        assertThat(List.of(reply.header("access-control-allow-headers").split(", ", -1)))
                .containsExactly("x-stainless-os", "X-Stainless-Retry-Count", "x-api-key", "*");
    }

    @Test
    void whatAPageMayReadIsNamed() throws IOException {
        Set<String> exposed = Set.of(olp.get("/v1/models", ORIGIN)
                .header("access-control-expose-headers")
                .split(", ", -1));

        assertThat(exposed)
                .contains(
                        "x-request-id",
                        "retry-after",
                        "retry-after-ms",
                        "x-ratelimit-remaining-requests",
                        "x-olp-ignored-params",
                        "x-olp-model-used");
    }

    @Test
    void errorsCarryTheHeadersToo() throws IOException {
        for (Reply reply : List.of(
                olp.chat("{", ORIGIN),
                olp.chat(Bodies.chat("no-such-model", "hello"), ORIGIN),
                olp.chat(Bodies.chat("sonnet", "{{fault-text}}"), ORIGIN),
                olp.chat(Bodies.chat("sonnet", "{{exit:3}}"), ORIGIN),
                olp.get("/v1/nothing", ORIGIN),
                olp.get(CHAT, ORIGIN))) {
            assertThat(reply.status()).isGreaterThanOrEqualTo(400);
            assertThat(reply.header("access-control-allow-origin"))
                    .as(reply::text)
                    .isEqualTo("*");
            assertThat(reply.header("access-control-expose-headers")).isNotEmpty();
        }
    }

    @Test
    void aStreamCarriesTheHeadersToo() throws IOException {
        assertThat(olp.stream(Bodies.stream("sonnet", "hello"), ORIGIN)
                        .assertWellFormed()
                        .head()
                        .header("access-control-allow-origin"))
                .isEqualTo("*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health", "/livez", "/", "/v0/management/keys", "/dashboard"})
    void nothingOutsideTheApiIsOpenToPages(String path) throws IOException {
        assertThat(olp.get(path, ORIGIN).headers()).doesNotContainKey("access-control-allow-origin");
        assertThat(preflight(path, "authorization").headers()).doesNotContainKey("access-control-allow-origin");
    }

    @Test
    void optionsWithoutAnOriginTellsTheMethods() throws IOException {
        try (RawHttp http = olp.connect()) {
            Reply reply =
                    http.send("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n").reply();

            assertThat(reply.status()).isEqualTo(204);
            assertThat(reply.header("allow")).contains("GET", "POST", "HEAD", "OPTIONS");
            assertThat(reply.header("x-request-id")).isNotEmpty();
        }
    }

    private static Reply preflight(String path, String headers) throws IOException {
        try (RawHttp http = olp.connect()) {
            return http.send("OPTIONS " + path + " HTTP/1.1\r\nHost: localhost\r\n" + ORIGIN
                            + "\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: " + headers
                            + "\r\n\r\n")
                    .reply();
        }
    }
}
