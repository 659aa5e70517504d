package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What a model of Anthropic's thought, to the client of the Messages API and back, over the pinned claude and the oldest. */
class ThoughtsIT {
    private static final String SEAL = "EqQBCkYIBxgCKkD/+é==";
    private static final String DATA = "EmwKAhgBEgy3va3/+==";
    private static final String THOUGHT =
            "{\"type\":\"thinking\",\"thinking\":\"Hm \\\"é😀\\\",\\n so.\",\"signature\":\"" + SEAL + "\"}";
    private static final String REDACTED = "{\"type\":\"redacted_thinking\",\"data\":\"" + DATA + "\"}";
    private static final String CALL =
            "{\"type\":\"tool_use\",\"id\":\"call_1\",\"name\":\"look\",\"input\":{\"town\":\"Bonn\"}}";
    private static final String TOOLS = "\"tools\":[{\"name\":\"look\",\"input_schema\":" + ToolChat.SCHEMA + "}]";
    private static final String ASK = Bodies.message("user", "{{script}} Look.");

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @RegisterExtension
    static final OlpServer older = OlpServer.with()
            .environment("OLP_CLAUDE_BIN", Paths.oldClaude().toString())
            .server();

    static Stream<ToolChat> both() {
        return Stream.of(ToolChat.claude(olp), ToolChat.claude(older));
    }

    @ParameterizedTest
    @MethodSource("both")
    void thoughts_come_sealed_and_go_back_byte_for_byte(ToolChat chat) throws IOException {
        OlpServer server = chat.cli().olp();
        chat.answeredWith(answer -> thinking(answer).calls("call_1", "mcp__c__look", "{\"town\":\"Bonn\"}"));
        Reply first = server.post("/v1/messages", body(false, ASK));
        assertThat(first.json().path("content").toString())
                .as(first.text())
                .isEqualTo("[" + THOUGHT + "," + REDACTED + "," + CALL + "]");

        chat.answeredWith(answer -> thinking(answer).says("Sunny."));
        String called = "{\"role\":\"assistant\",\"content\":" + first.json().path("content") + "}";
        String result = "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"call_1\","
                + "\"content\":\"sunny\"}]}";
        List<JsonNode> events = stream(server, body(true, ASK, called, result));

        assertThat(events.stream()
                        .filter(event -> event.path("type").asString("").equals("content_block_delta"))
                        .map(event -> event.at("/delta/signature").asString(""))
                        .filter(signature -> !signature.isEmpty()))
                .containsExactly(SEAL);
        assertThat(events.stream().map(event -> event.at("/content_block/data").asString("")))
                .contains(DATA);
        JsonNode told = chat.cli().lastCall();
        assertThat(told.at("/messages/1/role").asString("")).isEqualTo("assistant");
        assertThat(told.at("/messages/1/content/0").toString()).isEqualTo(THOUGHT);
        assertThat(told.at("/messages/1/content/1").toString()).isEqualTo(REDACTED);
        assertThat(told.at("/messages/1/content/2/name").asString("")).isEqualTo("mcp__c__look");
        server.assertNothingLeft();
        server.upstream().forget();
    }

    private static ModelAnswer thinking(ModelAnswer answer) {
        return ((MessagesAnswer) answer).thinks("Hm \"é😀\",\n so.", SEAL).thinks("", DATA);
    }

    private static String body(boolean stream, String... messages) {
        return "{\"model\":\"claude-sonnet-4-6\",\"max_tokens\":4000,\"stream\":" + stream + "," + TOOLS
                + ",\"messages\":[" + String.join(",", messages) + "]}";
    }

    private static List<JsonNode> stream(OlpServer server, String body) throws IOException {
        try (RawHttp client = server.connect()) {
            client.post("/v1/messages", server.token(), body.getBytes(StandardCharsets.UTF_8));
            Reply head = client.head();
            assertThat(head.status()).isEqualTo(200);
            return client.events(head).all().stream().map(SseReader.Event::json).toList();
        }
    }
}
