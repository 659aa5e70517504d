package dev.olp.features.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.core.http.StreamResponse;
import com.openai.helpers.ChatCompletionAccumulator;
import com.openai.models.FunctionDefinition;
import com.openai.models.FunctionParameters;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionMessage;
import com.openai.models.chat.completions.ChatCompletionToolMessageParam;
import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.features.support.NodeScript;
import dev.olp.features.support.OlpServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The loop of a client's own tools, as unmodified clients make it, over the real claude and the real codex. */
class ToolClientsIT {
    private static final String ANSWER = "Hello from the fake upstream. Unicode: é中😀 end.";
    private static final List<String> NAMES = List.of("get_weather", "get_time");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @Test
    void openai_for_node_calls_two_tools_and_tells_their_results(@TempDir Path folder) throws Exception {
        List<String> models = List.of("sonnet", "gpt-5.5");

        JsonNode loops = NodeScript.run(
                        folder,
                        "openai-tools.mjs",
                        "http://127.0.0.1:" + olp.port() + "/v1",
                        OlpServer.OWNER_TOKEN,
                        models.get(0),
                        models.get(1))
                .path("loops");

        for (String model : models) {
            for (String way : List.of("whole", "streamed")) {
                JsonNode asked = loops.path(model).path(way);
                assertThat(asked.path("finish").asString("")).as(model + way).isEqualTo("tool_calls");
                assertThat(asked.path("calls").size()).as(model + way).isEqualTo(2);
                asked.path("calls").forEach(call -> {
                    assertThat(call.path("name").asString("")).isIn(NAMES);
                    assertThat(call.at("/arguments/city").asString("")).isEqualTo(FakeUpstream.ARGUMENT);
                    assertThat(call.path("id").asString("")).isNotEmpty();
                });
            }
            for (String end : List.of("answer", "failed")) {
                assertThat(loops.path(model).path(end).path("text").asString(""))
                        .isEqualTo(ANSWER);
                assertThat(loops.path(model).path(end).path("finish").asString(""))
                        .isEqualTo("stop");
            }
        }
        olp.assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "gpt-5.5"})
    void openai_for_java_calls_two_tools_and_tells_their_results(String model) {
        OpenAIClient client = OpenAIOkHttpClient.builder()
                .baseUrl("http://127.0.0.1:" + olp.port() + "/v1")
                .apiKey(OlpServer.OWNER_TOKEN)
                .maxRetries(0)
                .responseValidation(true)
                .build();
        ChatCompletionCreateParams.Builder conversation =
                ChatCompletionCreateParams.builder().model(model).addUserMessage("{{calls}} How is it in Oslo?");
        NAMES.forEach(name -> conversation.addFunctionTool(function(name)));

        ChatCompletion whole = client.chat().completions().create(conversation.build());
        ChatCompletionAccumulator streamed = ChatCompletionAccumulator.create();
        try (StreamResponse<ChatCompletionChunk> stream =
                client.chat().completions().createStreaming(conversation.build())) {
            stream.stream().forEach(streamed::accumulate);
        }
        for (ChatCompletion asked : List.of(whole, streamed.chatCompletion())) {
            ChatCompletion.Choice choice = asked.choices().getFirst();
            assertThat(choice.finishReason()).isEqualTo(ChatCompletion.Choice.FinishReason.TOOL_CALLS);
            assertThat(choice.message().toolCalls().orElseThrow())
                    .hasSize(2)
                    .allSatisfy(call -> assertThat(call.asFunction().function().arguments())
                            .contains("\"city\":\"" + FakeUpstream.ARGUMENT + "\""));
        }

        ChatCompletionMessage message = whole.choices().getFirst().message();
        conversation.addMessage(message);
        message.toolCalls()
                .orElseThrow()
                .forEach(call -> conversation.addMessage(ChatCompletionToolMessageParam.builder()
                        .toolCallId(call.asFunction().id())
                        .content("It snows.")
                        .build()));
        assertThat(client.chat()
                        .completions()
                        .create(conversation.build())
                        .choices()
                        .getFirst()
                        .message()
                        .content())
                .contains(ANSWER);
        olp.assertNothingLeft();
    }

    private static FunctionDefinition function(String name) {
        return FunctionDefinition.builder()
                .name(name)
                .description("Tells: " + name)
                .parameters(FunctionParameters.builder()
                        .putAdditionalProperty("type", JsonValue.from("object"))
                        .putAdditionalProperty("properties", JsonValue.from(Map.of("city", Map.of("type", "string"))))
                        .putAdditionalProperty("required", JsonValue.from(List.of("city")))
                        .build())
                .build();
    }
}
