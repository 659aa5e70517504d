package dev.olp.features.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.limits.Tenant;
import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpCommand;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What was answered before is not run again, where its client would have the same. */
class CacheIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String REPEATABLE = "\"temperature\":0";
    private static final String THINKING = Bodies.with(Bodies.chat(CLAUDE, "{{thinking}}"), REPEATABLE);
    private static final String STREAMED = Bodies.with(
            Bodies.stream(CLAUDE, "{{thinking}}"), REPEATABLE + ",\"stream_options\":{\"include_usage\":true}");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .standIns()
            .set("/limits/default/requests_per_minute", "100")
            .set("/limits/default/requests_per_day", "100")
            .set("/limits/default/tokens_per_day", "1000000")
            .server();

    @BeforeEach
    void forget() throws IOException {
        assertThat(olp.request("DELETE", "/cache").status()).isEqualTo(200);
    }

    private static int starts() {
        return olp.notes("starts").size();
    }

    @Test
    void askedAgainItIsTheSameAnswerWithoutARun() throws IOException {
        Reply first = olp.chat(THINKING);
        int started = starts();

        Reply again = olp.chat(THINKING);

        assertThat(first.header("x-olp-cache")).isEqualTo("miss");
        assertThat(again.header("x-olp-cache")).isEqualTo("hit");
        assertThat(starts()).isEqualTo(started);
        assertThat(again.json().path("choices")).isEqualTo(first.json().path("choices"));
        assertThat(again.json().at("/choices/0/message/reasoning_content").asString(""))
                .isEqualTo("Let me think.");
        assertThat(again.json().path("usage")).isEqualTo(first.json().path("usage"));
        assertThat(again.json().path("id")).isNotEqualTo(first.json().path("id"));
        assertThat(again.header("x-olp-provider-used")).isEqualTo("anthropic");
    }

    @Test
    void streamedAndWholeShareOneAnswer() throws IOException {
        Reply whole = olp.chat(THINKING);
        int started = starts();

        Streamed streamed = olp.stream(STREAMED).assertWellFormed();

        assertThat(starts()).isEqualTo(started);
        assertThat(streamed.head().header("x-olp-cache")).isEqualTo("hit");
        assertThat(streamed.head().header("x-olp-streaming-inflight")).isEqualTo("solo");
        JsonNode message = whole.json().at("/choices/0/message");
        assertThat(streamed.content()).isEqualTo(message.path("content").asString(""));
        assertThat(streamed.reasoning())
                .isEqualTo(message.path("reasoning_content").asString(""));
        assertThat(streamed.chunks().getLast().path("usage"))
                .isEqualTo(whole.json().path("usage"));
    }

    @Test
    void aStreamIsReplayedFrameByFrame() throws IOException {
        Streamed first = olp.stream(STREAMED);

        Streamed again = olp.stream(STREAMED).assertWellFormed();

        assertThat(again.chunks().stream().map(chunk -> chunk.path("choices")).toList())
                .isEqualTo(first.chunks().stream()
                        .map(chunk -> chunk.path("choices"))
                        .toList());
    }

    /** It counts as a request, not as tokens or money. */
    @Test
    void aHitIsARequestAndNothingElse() throws Exception {
        Tenant dora = Tenant.create(olp, "dora");
        dora.chat(THINKING);
        JsonNode before = dora.get("/v1/usage").json();

        Reply hit = dora.chat(THINKING);

        assertThat(hit.header("x-olp-cache")).isEqualTo("hit");
        JsonNode after = dora.get("/v1/usage").json();
        assertThat(after.at("/windows/day/requests/used").asInt(-1)).isEqualTo(2);
        assertThat(after.at("/windows/day/tokens/used")).isEqualTo(before.at("/windows/day/tokens/used"));
        AuditTable.Row row = new AuditTable(olp).of(hit.header("x-request-id"));
        assertThat(row.get("cache_status")).isEqualTo("hit");
        assertThat(row.get("outcome")).isEqualTo("SUCCESS");
        assertThat(row.get("provider")).isEqualTo("anthropic");
        assertThat(row.number("input_tokens") + row.number("output_tokens")).isZero();
        assertThat(row.get("spawn_ms")).isEmpty();
    }

    @Test
    void regenerateRegenerates() throws IOException {
        String sampled = Bodies.chat(CLAUDE, "hi");
        int started = starts();

        for (int i = 0; i < 2; i++) {
            assertThat(olp.chat(sampled).header("x-olp-cache")).isEqualTo("bypass");
        }

        assertThat(starts()).isEqualTo(started + 2);
    }

    @Test
    void aClientMayAllowIt() throws IOException {
        String sampled = Bodies.chat(CLAUDE, "hi");

        assertThat(olp.chat(sampled, "X-OLP-Cache: allow").header("x-olp-cache"))
                .isEqualTo("miss");
        assertThat(olp.chat(sampled, "X-OLP-Cache: allow").header("x-olp-cache"))
                .isEqualTo("hit");
        Refusal.assertIs(olp.chat(sampled, "X-OLP-Cache: alow"), 400, "invalid_value");
    }

    @Test
    void aSeedMakesItRepeatableToo() throws IOException {
        String seeded = Bodies.with(Bodies.chat(CLAUDE, "hi"), "\"seed\":1");

        olp.chat(seeded);

        assertThat(olp.chat(seeded).header("x-olp-cache")).isEqualTo("hit");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-OLP-Bypass-Cache: 1", "Cache-Control: max-age=0, No-Store", "Cache-Control: no-cache"})
    void aClientMayForbidIt(String header) throws IOException {
        olp.chat(THINKING);
        int started = starts();

        assertThat(olp.chat(THINKING, header, "X-OLP-Cache: allow").header("x-olp-cache"))
                .isEqualTo("bypass");

        assertThat(starts()).isEqualTo(started + 1);
    }

    @Test
    void aProhibitionInASecondHeaderOfThatNameCountsToo() throws IOException {
        olp.chat(THINKING, "Cache-Control: max-age=0", "Cache-Control: no-store");

        assertThat(olp.get("/cache/stats").json().path("entries").asInt(-1)).isZero();
    }

    @Test
    void anErasedKeysAnswersAreForgotten() throws Exception {
        Tenant emil = Tenant.create(olp, "emil");
        emil.chat(THINKING);
        assertThat(olp.get("/cache/stats").json().path("entries").asInt(-1)).isOne();

        Reply erased = olp.post("/v0/management/keys/emil/erase", "{}");

        assertThat(erased.status()).as(erased.text()).isEqualTo(200);
        assertThat(olp.get("/cache/stats").json().path("entries").asInt(-1)).isZero();
    }

    @Test
    void whatIsUnderWayWhenItIsClearedIsNotKeptAfterwards() throws Exception {
        String late = Bodies.with(Bodies.chat(CLAUDE, "{{late}}"), REPEATABLE);
        int started = starts();
        try (RawHttp http = olp.connect()) {
            http.chat(late);
            await().atMost(Duration.ofSeconds(30)).until(() -> starts() == started + 1);
            assertThat(olp.request("DELETE", "/cache").status()).isEqualTo(200);
            assertThat(http.reply().status()).isEqualTo(200);
        }

        assertThat(olp.get("/cache/stats").json().path("entries").asInt(-1)).isZero();
    }

    @Test
    void whatIsMarkedForTheProvidersCacheIsNotForOurs() throws IOException {
        String marked = Bodies.with(
                Bodies.chat(
                        CLAUDE,
                        false,
                        "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\",\"cache_control\":{\"type\":\"ephemeral\"}}]}"),
                REPEATABLE);

        olp.chat(marked);

        assertThat(olp.chat(marked).header("x-olp-cache")).isEqualTo("bypass");
    }

    /** S123. */
    @Test
    void oneThingMoreIsAnotherRequest() throws IOException {
        olp.chat(Bodies.with(Bodies.chat(CLAUDE, "hi"), REPEATABLE));
        for (String more :
                List.of("\"stop\":\"z\"", "\"max_tokens\":9", "\"user\":\"someone\"", "\"reasoning_effort\":\"low\"")) {
            Reply reply = olp.chat(Bodies.with(Bodies.chat(CLAUDE, "hi"), REPEATABLE + "," + more));
            assertThat(reply.header("x-olp-cache")).as(more).isEqualTo("miss");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{reason:max_tokens}}", "{{reason:refusal}}", "{{exit-mid}}", "{{no-result}}"})
    void whatIsCutOrFailedIsNotKept(String prompt) throws IOException {
        String body = Bodies.with(Bodies.chat(CLAUDE, prompt), REPEATABLE);

        olp.chat(body);

        assertThat(olp.chat(body).header("x-olp-cache")).isEqualTo("miss");
        assertThat(olp.get("/cache/stats").json().path("entries").asInt(-1)).isZero();
    }

    @Test
    void theOwnerSeesAndClearsIt() throws Exception {
        olp.chat(THINKING);

        JsonNode stats = olp.get("/cache/stats").json();
        assertThat(stats.path("entries").asInt(-1)).isOne();
        assertThat(stats.path("bytes").asLong(-1)).isPositive();
        assertThat(olp.get("/v0/management/status")
                        .json()
                        .at("/stats/cache/entries")
                        .asInt(-1))
                .isOne();
        assertThat(olp.get("/metrics").text())
                .contains("olp_cache_entries 1", "olp_cache_requests_total{status=\"miss\"}");
        OlpCommand shown = olp.command("cache", "stats", "--json");
        assertThat(shown.out()).contains("\"entries\"");
        OlpCommand cleared = olp.command("cache", "clear");
        assertThat(cleared.exit()).as(cleared.err()).isZero();
        assertThat(cleared.out()).contains("1 answers forgotten");
        assertThat(olp.chat(THINKING).header("x-olp-cache")).isEqualTo("miss");
    }

    @Test
    void aReloadThatSwitchesItOffForgetsEverything() throws IOException {
        olp.chat(THINKING);
        under(
                root -> root.withObjectProperty("cache").put("enabled", false),
                () -> assertThat(olp.chat(THINKING).header("x-olp-cache")).isEqualTo("bypass"));
        assertThat(olp.chat(THINKING).header("x-olp-cache")).isEqualTo("miss");
    }

    /** S40: what an answer came by is part of what it answers. */
    @Test
    void anotherWayToTheModelIsAnotherAnswer() throws IOException {
        String hi = Bodies.with(Bodies.chat(CLAUDE, "hi"), REPEATABLE);
        olp.chat(hi);
        under(
                root -> root.withObjectProperty("routing")
                        .withObjectProperty("chains")
                        .withArrayProperty(CLAUDE)
                        .addObject()
                        .put("provider", "openai")
                        .put("model", "gpt-5.5"),
                () -> {
                    Reply other = olp.chat(hi);
                    assertThat(other.header("x-olp-cache")).isEqualTo("miss");
                    assertThat(other.header("x-olp-provider-used")).isEqualTo("openai");
                });
        assertThat(olp.chat(hi).header("x-olp-cache")).as("as it was").isEqualTo("hit");
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void under(Consumer<ObjectNode> change, Step step) throws IOException {
        String before = Files.readString(olp.configFile());
        try {
            olp.edit(change);
            assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
            step.run();
        } finally {
            olp.write(before);
            assertThat(olp.post("/v0/management/reload", "").status()).isEqualTo(200);
        }
    }
}
