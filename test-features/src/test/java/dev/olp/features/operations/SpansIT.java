package dev.olp.features.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What OpenTelemetry is told by a server that an agent was put into. */
class SpansIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER = "b7ad6b7169203331";
    private static final String SECRET = "sk-pasted-in-the-wrong-place";

    @TempDir
    static Path folder;

    private static OlpServer olp;

    @BeforeAll
    static void start() throws Exception {
        olp = OlpServer.with()
                .standIns()
                .set("/providers/mistral/enabled", "false")
                .set(
                        "/routing/chains/" + CLAUDE,
                        "[{\"provider\":\"anthropic\",\"model\":\"" + CLAUDE
                                + "\"},{\"provider\":\"openai\",\"model\":\"gpt-5.5\"}]")
                .environment("JAVA_TOOL_OPTIONS", SpanFileAgent.option(folder, file()))
                .server();
        olp.open();
    }

    @AfterAll
    static void stop() throws Exception {
        olp.close();
    }

    @Test
    void a_chat_is_a_span_of_the_callers_trace_and_each_try_one_below_it() throws IOException {
        Reply reply = olp.chat(
                Bodies.chat("sonnet", "{{failure-counted}}"), "traceparent: 00-" + TRACE + "-" + CALLER + "-01");
        assertThat(reply.header("x-olp-provider-used")).as(reply.text()).isEqualTo("openai");

        JsonNode request = requestOf(reply);
        assertThat(request.path("trace").stringValue()).isEqualTo(TRACE);
        assertThat(request.path("parent").stringValue()).isEqualTo(CALLER);
        assertThat(request.path("name").stringValue()).isEqualTo("chat " + CLAUDE);
        assertThat(request.path("kind").stringValue()).isEqualTo("SERVER");
        assertThat(request.path("status").stringValue()).isEqualTo("UNSET");
        assertThat(attribute(request, "gen_ai.operation.name")).isEqualTo("chat");
        assertThat(attribute(request, "gen_ai.request.model")).isEqualTo(CLAUDE);
        assertThat(attribute(request, "gen_ai.response.model")).isEqualTo("gpt-5.5");
        assertThat(attribute(request, "gen_ai.provider.name")).isEqualTo("openai");
        assertThat(attribute(request, "gen_ai.response.finish_reasons")).isEqualTo("[stop]");
        JsonNode usage = reply.json().path("usage");
        assertThat(attribute(request, "gen_ai.usage.input_tokens"))
                .isEqualTo(usage.path("prompt_tokens").toString());
        assertThat(attribute(request, "gen_ai.usage.output_tokens"))
                .isEqualTo(usage.path("completion_tokens").toString());
        assertThat(attribute(request, "http.response.status_code")).isEqualTo("200");
        assertThat(attribute(request, "server.port")).matches("\\d+|");
        assertThat(attribute(request, "server.address")).isEqualTo("127.0.0.1");

        List<JsonNode> hops = below(request);
        assertThat(hops).hasSize(2);
        assertThat(attribute(hops.get(0), "gen_ai.provider.name")).isEqualTo("anthropic");
        assertThat(attribute(hops.get(0), "error.type")).isNotEmpty();
        assertThat(attribute(hops.get(0), "gen_ai.usage.output_tokens")).matches("[1-9]\\d*");
        assertThat(hops.get(0).path("status").stringValue()).isEqualTo("ERROR");
        assertThat(attribute(hops.get(1), "gen_ai.request.model")).isEqualTo("gpt-5.5");
        assertThat(attribute(hops.get(1), "error.type")).isEmpty();
        for (JsonNode hop : hops) {
            assertThat(hop.path("kind").stringValue()).isEqualTo("CLIENT");
            assertThat(attribute(hop, "olp.spawn.duration")).isNotEmpty();
            assertThat(hop.path("start").asLong())
                    .isBetween(request.path("start").asLong(), hop.path("end").asLong());
            assertThat(hop.path("end").asLong())
                    .isLessThanOrEqualTo(request.path("end").asLong());
        }
        assertThat(hops.get(0).path("end").asLong())
                .isLessThanOrEqualTo(hops.get(1).path("start").asLong());
    }

    @Test
    void a_fault_is_told_by_its_code() throws IOException {
        Reply reply = olp.chat(Bodies.chat("opus", "{{exit:3}}"));
        assertThat(reply.status()).isEqualTo(502);

        JsonNode request = requestOf(reply);
        assertThat(request.path("status").stringValue()).isEqualTo("ERROR");
        assertThat(attribute(request, "error.type")).isEqualTo(reply.errorCode());
        assertThat(below(request)).hasSize(1);
    }

    @Test
    void what_was_refused_is_one_too_and_says_nothing_of_what_was_sent() throws IOException {
        Reply unknown = olp.chat(Bodies.chat(SECRET, "hi"));
        JsonNode request = requestOf(unknown);
        assertThat(request.path("name").stringValue()).isEqualTo("chat");
        assertThat(attribute(request, "http.response.status_code")).isEqualTo("404");
        assertThat(request.path("status").stringValue()).isEqualTo("UNSET");
        assertThat(below(request)).isEmpty();

        try (RawHttp http = olp.connect()) {
            Reply nobody = http.post(
                            "/v1/chat/completions",
                            SECRET,
                            Bodies.chat(CLAUDE, "hi").getBytes(StandardCharsets.UTF_8))
                    .reply();
            assertThat(attribute(requestOf(nobody), "error.type")).isEqualTo(nobody.errorCode());
        }
    }

    @Test
    void an_answer_that_was_kept_has_no_try_below_it() throws IOException {
        String chat = Bodies.with(Bodies.chat(CLAUDE, "once more"), "\"temperature\": 0");
        assertThat(attribute(requestOf(olp.chat(chat)), "olp.cache.status")).isEqualTo("miss");

        JsonNode request = requestOf(olp.chat(chat));

        assertThat(attribute(request, "olp.cache.status")).isEqualTo("hit");
        assertThat(attribute(request, "gen_ai.response.model")).isEqualTo(CLAUDE);
        assertThat(attribute(request, "gen_ai.response.finish_reasons")).isEqualTo("[stop]");
        assertThat(below(request)).isEmpty();
    }

    @Test
    void no_prompt_no_answer_and_no_key_is_in_any_of_them() throws IOException {
        Reply reply = olp.chat(Bodies.chat("opus", "tell me of the walrus"), "traceparent: nonsense");
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        requestOf(reply);

        String answer = reply.json().at("/choices/0/message/content").stringValue();
        assertThat(Files.readString(file())).doesNotContain("walrus", answer, OlpServer.OWNER_TOKEN, SECRET);
    }

    private static JsonNode requestOf(Reply reply) {
        String id = reply.header("x-request-id");
        return await().until(
                        () -> spans().stream()
                                .filter(span ->
                                        attribute(span, "olp.request.id").equals(id))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static List<JsonNode> below(JsonNode request) throws IOException {
        return spans().stream()
                .filter(span -> span.path("parent").equals(request.path("id")))
                .toList();
    }

    private static String attribute(JsonNode span, String name) {
        return span.path("attributes").path(name).asString("");
    }

    /** All that were written whole. */
    private static List<JsonNode> spans() throws IOException {
        if (!Files.exists(file())) {
            return List.of();
        }
        String text = Files.readString(file());
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    private static Path file() {
        return folder.resolve("spans.ndjson");
    }
}
