package dev.olp.features.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.NotFoundException;
import com.openai.errors.RateLimitException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import dev.olp.features.support.NodeScript;
import dev.olp.features.support.OlpServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The clients that people use, each whole and streamed over the real claude and the real codex. */
class SdkClientsIT {
    private static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";

    /** Per model, all tokens that the fake counts. */
    private static final Map<String, Integer> TOKENS = Map.of("sonnet", 40, "gpt-5.5", 115);

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @Test
    void openai_for_node(@TempDir Path folder) throws Exception {
        JsonNode told = NodeScript.run(folder, "openai.mjs", url(), OlpServer.OWNER_TOKEN, "sonnet", "gpt-5.5");
        assertChats(told.path("chats"));
        TOKENS.keySet()
                .forEach(model -> assertThat(
                                told.at("/chats/" + model + "/parsed").toString())
                        .as(model)
                        .isEqualTo("{\"town\":\"{{echo}}\",\"size\":3}"));
        assertThat(told.path("listed").toString()).contains("\"claude-sonnet-4-6\"", "\"gpt-5.5\"");
        assertRefusal(told.path("badKey"), "AuthenticationError", 401, "invalid_api_key");
        assertRefusal(told.path("badModel"), "NotFoundError", 404, "model_not_found");
        assertRefusal(told.path("limited"), "RateLimitError", 429, "usage_limit_reached");
    }

    @Test
    void the_ai_sdk_for_node(@TempDir Path folder) throws Exception {
        JsonNode told = NodeScript.run(folder, "ai-sdk.mjs", url(), OlpServer.OWNER_TOKEN, "sonnet", "gpt-5.5");
        assertChats(told.path("chats"));
        assertRefusal(told.path("badKey"), "APICallError", 401, "invalid_api_key");
        assertRefusal(told.path("badModel"), "APICallError", 404, "model_not_found");
        assertRefusal(told.path("limited"), "APICallError", 429, "usage_limit_reached");
    }

    @ParameterizedTest
    @CsvSource({"sonnet,40", "gpt-5.5,115"})
    void openai_for_java(String model, long tokens) {
        OpenAIClient client = client(OlpServer.OWNER_TOKEN);
        ChatCompletionCreateParams asked = asked(model, "hello");
        ChatCompletion whole = client.chat().completions().create(asked);
        assertThat(whole.choices().getFirst().message().content()).contains(ANSWER);
        assertThat(whole.choices().getFirst().finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.STOP);
        assertThat(whole.usage().orElseThrow().totalTokens()).isEqualTo(tokens);

        List<ChatCompletionChunk> chunks;
        try (StreamResponse<ChatCompletionChunk> stream = client.chat()
                .completions()
                .createStreaming(asked.toBuilder()
                        .streamOptions(ChatCompletionStreamOptions.builder()
                                .includeUsage(true)
                                .build())
                        .build())) {
            chunks = stream.stream().toList();
        }
        StringBuilder text = new StringBuilder();
        chunks.forEach(chunk ->
                chunk.choices().forEach(choice -> choice.delta().content().ifPresent(text::append)));
        assertThat(text.toString()).isEqualTo(ANSWER);
        assertThat(chunks.getLast().usage().orElseThrow().totalTokens()).isEqualTo(tokens);
    }

    @Test
    void openai_for_java_knows_our_errors() {
        assertThatThrownBy(() -> client("wrong").chat().completions().create(asked("sonnet", "hello")))
                .isInstanceOf(UnauthorizedException.class);
        OpenAIClient client = client(OlpServer.OWNER_TOKEN);
        assertThatThrownBy(() -> client.chat().completions().create(asked("no-such-model", "hello")))
                .isInstanceOfSatisfying(
                        NotFoundException.class, e -> assertThat(e.code()).contains("model_not_found"));
        assertThatThrownBy(() -> client.chat().completions().create(asked("gpt-5.5", "{{429-limit}}")))
                .isInstanceOfSatisfying(
                        RateLimitException.class, e -> assertThat(e.code()).contains("usage_limit_reached"));
    }

    private static void assertChats(JsonNode chats) {
        TOKENS.forEach((model, tokens) -> {
            for (String way : List.of("whole", "streamed")) {
                JsonNode chat = chats.path(model).path(way);
                assertThat(chat.path("text").asString("")).as(model + way).isEqualTo(ANSWER);
                assertThat(chat.path("finish").asString("")).as(model + way).isEqualTo("stop");
                assertThat(chat.path("tokens").asInt()).as(model + way).isEqualTo(tokens);
            }
            assertThat(chats.path(model).at("/streamed/deltas").asInt()).isGreaterThan(3);
        });
    }

    private static void assertRefusal(JsonNode refusal, String type, int status, String code) {
        assertThat(refusal.path("class").asString("")).as(refusal.toString()).isEqualTo(type);
        assertThat(refusal.path("status").asInt()).isEqualTo(status);
        assertThat(refusal.path("code").asString("")).isEqualTo(code);
    }

    private static ChatCompletionCreateParams asked(String model, String text) {
        return ChatCompletionCreateParams.builder()
                .model(model)
                .addSystemMessage("Be terse.")
                .addUserMessage(text)
                .build();
    }

    private static OpenAIClient client(String key) {
        return OpenAIOkHttpClient.builder()
                .baseUrl(url())
                .apiKey(key)
                .maxRetries(0)
                .build();
    }

    private static String url() {
        return "http://127.0.0.1:" + olp.port() + "/v1";
    }
}
