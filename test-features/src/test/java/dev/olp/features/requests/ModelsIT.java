package dev.olp.features.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.Ledger;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of models: how they are asked for, listed and told back. */
class ModelsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @ParameterizedTest
    @CsvSource({
        "claude-sonnet-4-6,claude-sonnet-4-6",
        "sonnet,claude-sonnet-4-6",
        "claude,claude-sonnet-4-6",
        "Claude-Sonnet-4-6,claude-sonnet-4-6",
        "anthropic/claude-sonnet-4-6,claude-sonnet-4-6",
        "anthropic/sonnet:latest,claude-sonnet-4-6",
        "claude-opus-4-8:latest,claude-opus-4-8",
        "codex,gpt-5.3-codex",
        "openai/gpt-5.5,gpt-5.5",
    })
    void everySpellingOfAModelReachesItsCliByItsOneIdAndIsEchoedAsAsked(String asked, String canonical)
            throws IOException {
        Reply reply = olp.chat(Bodies.chat(asked, "hi"));

        assertThat(reply.status()).as(reply::text).isEqualTo(200);
        assertThat(reply.json().path("model").asString("")).isEqualTo(asked);
        assertThat(reply.header("x-olp-model-used")).isEqualTo(canonical);
        if (canonical.startsWith("claude")) {
            assertThat(olp.notes("starts").getLast()).contains("--model " + canonical);
        }
    }

    @Test
    void theNameIsTheSameInEveryChunkInTheHeadersAndInTheAuditLog() throws IOException {
        Streamed streamed = olp.stream(Bodies.with(
                Bodies.stream("anthropic/sonnet:latest", "hi"), "\"stream_options\":{\"include_usage\":true}"));

        assertThat(streamed.assertWellFormed().chunks())
                .allSatisfy(
                        chunk -> assertThat(chunk.path("model").asString("")).isEqualTo("anthropic/sonnet:latest"));
        assertThat(streamed.head().header("x-olp-model-used")).isEqualTo("claude-sonnet-4-6");
        try (Ledger ledger = Ledger.of(olp.home())) {
            assertThat(ledger.row(streamed.head()).requestedModel()).isEqualTo("anthropic/sonnet:latest");
            assertThat(ledger.row(streamed.head()).servedModel()).isEqualTo("claude-sonnet-4-6");
        }
    }

    @Test
    void theListHasOpenAisShape() throws IOException {
        Reply reply = olp.get("/v1/models");

        assertThat(reply.header("content-type")).isEqualTo("application/json");
        assertThat(reply.json().path("object").asString("")).isEqualTo("list");
        assertThat(ids(reply))
                .contains("claude-sonnet-4-6", "gpt-5.5", "devstral-2-25-12")
                .doesNotContain("sonnet");
        assertThat(reply.json().path("data")).isNotEmpty().allSatisfy(model -> {
            assertThat(model.propertyNames()).containsExactlyInAnyOrder("id", "object", "created", "owned_by");
            assertThat(model.path("object").asString("")).isEqualTo("model");
            assertThat(model.path("created").longValue())
                    .isPositive()
                    .isLessThanOrEqualTo(Instant.now().getEpochSecond());
        });
        assertThat(olp.get("/v1/models").text()).as("stable").isEqualTo(reply.text());
    }

    @Test
    void aClientOfAnthropicsGetsAnthropicsShape() throws IOException {
        Reply reply = olp.get("/v1/models", "anthropic-version: 2023-06-01");

        assertThat(reply.json().propertyNames()).containsExactlyInAnyOrder("data", "has_more", "first_id", "last_id");
        assertThat(reply.json().path("data")).isNotEmpty().allSatisfy(model -> {
            assertThat(model.propertyNames()).containsExactlyInAnyOrder("type", "id", "display_name", "created_at");
            assertThat(Instant.parse(model.path("created_at").asString(""))).isBefore(Instant.now());
        });
        assertThat(ids(reply)).isEqualTo(ids(olp.get("/v1/models")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "claude-sonnet-4-6",
                "sonnet",
                "anthropic/claude-sonnet-4-6",
                "anthropic%2Fclaude-sonnet-4-6",
                "claude-sonnet-4-6%3Alatest",
                "claude-sonnet-4-6/"
            })
    void oneModelIsFoundByEverySpelling(String asked) throws IOException {
        Reply reply = olp.get("/v1/models/" + asked);

        assertThat(reply.json().path("id").asString("")).isEqualTo("claude-sonnet-4-6");
        assertThat(olp.get("/v1/models/" + asked, "anthropic-version: 2023-06-01")
                        .json()
                        .path("display_name")
                        .asString(""))
                .isEqualTo("Claude Sonnet 4.6");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "__proto__", "openai%2Fsonnet", "a/b/c", "%C3%A9", "sonnet+"})
    void noModelIsSaidToBeNone(String asked) throws IOException {
        Refusal.assertIs(olp.get("/v1/models/" + asked), 404, "model_not_found");
    }

    @Test
    void theListNeedsAKey() throws IOException {
        try (RawHttp http = olp.connect()) {
            Refusal.assertIs(
                    http.send("GET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .reply(),
                    401,
                    "missing_api_key");
        }
    }

    private static Set<String> ids(Reply list) {
        return list.json()
                .path("data")
                .valueStream()
                .map(m -> m.path("id").asString(""))
                .collect(Collectors.toSet());
    }
}
