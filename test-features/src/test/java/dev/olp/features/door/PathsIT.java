package dev.olp.features.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths and methods. Nothing here may start a CLI. */
class PathsIT {
    private static final byte[] EMPTY = "{}".getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @AfterEach
    void nothingWasSpawned() {
        assertThat(olp.notes("starts")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/models/",
                "/v1//models",
                "//v1/models",
                "/v1/models?x=1",
                "/v1/models/?",
                "///v1///models///",
                "/v1/%6dodels"
            })
    void anotherSpellingOfAPathIsTheSamePath(String path) throws IOException {
        Reply clean = olp.get("/v1/models");
        Reply other = olp.get(path);

        assertThat(other.status()).isEqualTo(200);
        assertThat(other.text()).isEqualTo(clean.text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"//v1/chat/completions", "/v1/chat/completions/", "/v1//chat//completions?api-version=1"})
    void anotherSpellingOfTheChatPathReachesTheChat(String path) throws IOException {
        Refusal.assertIs(olp.post(path, "{}"), 400, "invalid_value", "model");
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/v1/v1/chat/completions,/v1/chat/completions",
        "POST,/chat/completions,/v1/chat/completions",
        "POST,/openai/v1/chat/completions,/v1/chat/completions",
        "GET,/openai/v1/models,/v1/models",
        "GET,/v1/v1/models,/v1/models",
        "GET,/models,/v1/models",
        "GET,/models/sonnet,/v1/models/sonnet",
        "GET,/v1/v1/models/sonnet,/v1/models/sonnet",
    })
    void aPathThatIsNearlyRightIsToldTheRightOne(String method, String path, String right) throws IOException {
        Reply reply = olp.request(method, path);

        Refusal.assertIs(reply, 404, "unsupported_endpoint");
        assertThat(reply.json().at("/error/message").asString("")).contains("use " + right + ".");
    }

    @ParameterizedTest
    @CsvSource({
        "POST,/v1/embeddings",
        "POST,/v1/completions",
        "GET,/v1",
        "GET,/nothing",
        "DELETE,/cached",
        "GET,/v0/management",
        "GET,/__proto__",
        "POST,/v1/chat/completions/extra",
    })
    void anEndpointThatIsNotServedIsSaidToBeNone(String method, String path) throws IOException {
        Reply reply = olp.request(method, path);

        Refusal.assertIs(reply, 404, "unsupported_endpoint");
        assertThat(reply.json().at("/error/message").asString("")).contains("/v1/chat/completions");
    }

    @ParameterizedTest
    @CsvSource({"/v1/completions,do not go on with a text", "/v1/embeddings,no command-line program makes any"})
    void whatNoProviderCanDoIsSaidWithItsReason(String path, String reason) throws IOException {
        Reply reply = olp.request("POST", path);

        Refusal.assertIs(reply, 404, "unsupported_endpoint");
        assertThat(reply.json().at("/error/message").asString("")).contains(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET|/v1/chat/completions|POST, OPTIONS",
                "HEAD|/v1/chat/completions|POST, OPTIONS",
                "PUT|/v1/chat/completions|POST, OPTIONS",
                "POST|/v1/models|GET, HEAD, OPTIONS",
                "DELETE|/v1/models/claude-opus-5|GET, HEAD, OPTIONS",
                "POST|/health|GET, HEAD, OPTIONS",
                "PATCH|/livez|GET, HEAD, OPTIONS",
            })
    void aWrongMethodIsToldTheRightOnes(String method, String path, String allow) throws IOException {
        Reply reply = olp.request(method, path);

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("allow")).isEqualTo(allow);
        if (!method.equals("HEAD")) {
            Refusal.assertIs(reply, 405, "method_not_allowed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/../v1/models", "/v1/%2e%2e/health", "/v1/models%00", "/v1/models%zz", "/v1\\models"})
    void aPathWithTricksIsRefused(String path) throws IOException {
        Refusal.assertIs(olp.get(path), 400, "malformed_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/health", "/v1/models", "/api/hello", "/livez", "/readyz", "/v1/models/claude-opus-5"})
    void aProbeByHeadIsAnsweredWithoutABodyAndWithoutNoise(String path) throws IOException {
        int before = olp.log().length();
        try (RawHttp http = olp.connect()) {
            for (int i = 0; i < 2; i++) {
                http.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + OlpServer.OWNER_TOKEN + "\r\n\r\n");
                Reply reply = http.reply();
                assertThat(reply.status()).isIn(200, 204);
                assertThat(reply.header("x-request-id")).isNotEmpty();
            }
        }

        assertThat(olp.log().substring(before)).doesNotContain(" WARN ", " ERROR ");
    }

    @Test
    void theStatusPathsNeedNoKey() throws IOException {
        try (RawHttp http = olp.connect()) {
            for (String path : List.of("/livez", "/readyz", "/health", "/", "/api/hello")) {
                http.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(http.reply().status()).as(path).isEqualTo(200);
            }
        }
    }

    @Test
    void aChatWithoutAKeyIsRefusedBeforeItsBodyIsLookedAt() throws IOException {
        try (RawHttp http = olp.connect()) {
            Refusal.assertIs(http.post("/v1/chat/completions", "", EMPTY).reply(), 401, "missing_api_key");
        }
    }
}
