package dev.olp.features.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Reply;
import dev.olp.features.support.NodeScript;
import dev.olp.features.support.OlpServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Anthropic's own client for Node against Anthropic's and OpenAI's models. */
class AnthropicClientIT {
    private static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";

    /** Per model, the tokens that the fake counts: read from no cache, read from it, of the answer. */
    private static final Map<String, List<Integer>> TOKENS =
            Map.of("sonnet", List.of(25, 3, 12), "gpt-5.5", List.of(80, 20, 15));

    private static final List<String> WITH_TOOLS = List.of("sonnet", "gpt-5.5");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @Test
    void anthropic_for_node(@TempDir Path folder) throws Exception {
        olp.upstream()
                .next(Reply.json(
                                429,
                                "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow down\"}}")
                        .with("retry-after", "1"));

        JsonNode told = NodeScript.run(
                folder,
                "anthropic.mjs",
                "http://127.0.0.1:" + olp.port(),
                OlpServer.OWNER_TOKEN,
                "sonnet,gpt-5.5",
                String.join(",", WITH_TOOLS));

        TOKENS.forEach((model, tokens) -> assertChats(told.path("chats").path(model), tokens));
        for (String model : WITH_TOOLS) {
            assertLoop(told.path("loops").path(model));
            assertLoop(told.path("streamedLoops").path(model));
        }
        assertThat(ANSWER).startsWith(told.path("left").asString(""));
        assertListed(told);
        assertThat(text(told.path("retried"))).isEqualTo(ANSWER);
        assertFailure(told.path("badKey"), "AuthenticationError", 401, "authentication_error");
        assertFailure(told.path("badModel"), "NotFoundError", 404, "not_found_error");
        assertFailure(told.path("failed"), "ServiceUnavailableError", 503, "overloaded_error");
        assertFailure(told.path("failedStreamed"), "ServiceUnavailableError", 503, "overloaded_error");
        assertFailure(told.path("limited"), "RateLimitError", 429, "rate_limit_error");
        assertThat(told.at("/brokenOff/type").asString("")).isEqualTo("overloaded_error");
        olp.assertNothingLeft();
    }

    private static void assertChats(JsonNode chats, List<Integer> tokens) {
        for (String way : List.of("whole", "streamed", "thinking")) {
            JsonNode chat = chats.path(way);
            assertThat(text(chat)).as(chat.toString()).isEqualTo(ANSWER);
            assertThat(chat.path("stop").asString("")).isEqualTo("end_turn");
            JsonNode usage = chat.path("usage");
            assertThat(List.of(
                            usage.path("input_tokens").asInt(),
                            usage.path("cache_read_input_tokens").asInt(),
                            usage.path("output_tokens").asInt()))
                    .as(chat.toString())
                    .isEqualTo(tokens);
            assertThat(chat.path("requestId").asString("")).isNotEmpty();
        }
        assertThat(chats.at("/streamed/names"))
                .map(JsonNode::asString)
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        assertThat(chats.at("/thinking/content/0/type").asString("")).isEqualTo("thinking");
    }

    private static void assertLoop(JsonNode loop) {
        JsonNode calls = loop.path("calls");
        assertThat(calls.path("stop").asString("")).as(loop.toString()).isEqualTo("tool_use");
        assertThat(calls.path("content")
                        .valueStream()
                        .filter(block -> block.path("type").asString("").equals("tool_use"))
                        .map(block -> block.path("name").asString("")))
                .containsExactlyInAnyOrder("weather", "time");
        assertThat(calls.path("content")
                        .valueStream()
                        .filter(block -> block.path("type").asString("").equals("tool_use"))
                        .map(block -> block.at("/input/city").asString("")))
                .containsOnly(FakeUpstream.ARGUMENT);
        assertThat(text(loop.path("answer"))).as(loop.toString()).isEqualTo(ANSWER);
        assertThat(loop.at("/answer/stop").asString("")).isEqualTo("end_turn");
    }

    private static void assertListed(JsonNode told) {
        assertThat(told.path("listed")).isNotEmpty().allSatisfy(model -> {
            assertThat(model.path("type").asString("")).isEqualTo("model");
            assertThat(model.path("display_name").asString("")).isNotEmpty();
        });
        assertThat(told.path("listed").toString()).contains("\"claude-sonnet-4-6\"", "\"gpt-5.5\"");
        assertThat(told.at("/one/id").asString("")).isEqualTo("claude-sonnet-4-6");
        assertThat(told.at("/counted/input_tokens").asInt()).isPositive();
    }

    private static void assertFailure(JsonNode failure, String type, int status, String kind) {
        assertThat(failure.path("class").asString("")).as(failure.toString()).isEqualTo(type);
        assertThat(failure.path("status").asInt()).isEqualTo(status);
        assertThat(failure.path("type").asString("")).isEqualTo(kind);
        assertThat(failure.path("requestId").asString("")).isNotEmpty();
    }

    private static String text(JsonNode message) {
        StringBuilder text = new StringBuilder();
        message.path("content").forEach(block -> text.append(block.path("text").asString("")));
        return text.toString();
    }
}
