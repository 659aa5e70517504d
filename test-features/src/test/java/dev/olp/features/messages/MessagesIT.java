package dev.olp.features.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The shapes of {@code /v1/messages}, whatever way the CLI told them. */
class MessagesIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void aWholeMessageHasAnthropicsShapeAndUsage() throws IOException {
        Reply reply = olp.post("/v1/messages", body("hi", ""), "anthropic-version: 2023-06-01");

        assertThat(reply.status()).isEqualTo(200);
        JsonNode message = reply.json();
        assertThat(message.propertyNames())
                .containsExactly("id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "usage");
        assertThat(message.path("id").asString()).startsWith("msg_");
        assertThat(message.path("model").asString()).isEqualTo(CLAUDE);
        assertThat(message.path("content").toString()).isEqualTo("[{\"type\":\"text\",\"text\":\"" + ANSWER + "\"}]");
        assertThat(message.path("stop_reason").asString()).isEqualTo("end_turn");
        assertThat(message.path("usage").toString())
                .isEqualTo("{\"input_tokens\":25,\"cache_creation_input_tokens\":0,"
                        + "\"cache_read_input_tokens\":3,\"output_tokens\":12}");
        assertThat(reply.header("request-id")).isEqualTo(reply.header("x-request-id"));
        AuditTable.Row row = new AuditTable(olp).of(reply.header("x-request-id"));
        assertThat(row.get("outcome")).isEqualTo("SUCCESS");
        assertThat(row.get("path")).isEqualTo("/v1/messages");
    }

    @Test
    void aStreamTellsTheSameInEvents() throws IOException {
        List<SseReader.Event> events = stream(body("{{thinking}}", "\"stream\":true"));

        assertThat(events.stream().map(SseReader.Event::name).distinct())
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        assertThat(events)
                .allSatisfy(event ->
                        assertThat(event.json().path("type").asString()).isEqualTo(event.name()));
        assertThat(text(events, "/delta/thinking")).isEqualTo("Let me think.");
        assertThat(text(events, "/delta/text")).isEqualTo(ANSWER);
        assertThat(events.getFirst().json().at("/message/usage/input_tokens").intValue())
                .isEqualTo(25);
        JsonNode end = events.get(events.size() - 2).json();
        assertThat(end.path("delta").toString()).isEqualTo("{\"stop_reason\":\"end_turn\",\"stop_sequence\":null}");
        assertThat(end.at("/usage/output_tokens").intValue()).isEqualTo(12);
    }

    @Test
    void theStopSequenceThatEndedTheTextIsTold() throws IOException {
        String stops = "\"stop_sequences\":[\"never\",\"Unicode\"]";

        JsonNode whole = olp.post("/v1/messages", body("hi", stops)).json();
        List<SseReader.Event> events = stream(body("hi", stops + ",\"stream\":true"));

        assertThat(whole.path("content").path(0).path("text").asString()).isEqualTo("Hello from the stand-in. ");
        assertThat(whole.path("stop_reason").asString()).isEqualTo("stop_sequence");
        assertThat(whole.path("stop_sequence").asString()).isEqualTo("Unicode");
        assertThat(text(events, "/delta/text")).isEqualTo("Hello from the stand-in. ");
        assertThat(text(events, "/delta/stop_sequence")).isEqualTo("Unicode");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    {'model':'sonnet','messages':[{'role':'user','content':'q'}]} | 400 | invalid_request_error
                    {'model':'sonet','max_tokens':9,'messages':[{'role':'user','content':'q'}]} | 404 | not_found_error
                    {'model':'sonnet','max_tokens':9,'messages':[{'role':'user','content':'{{failure:529}}'}]} | 503 | overloaded_error
                    not json | 400 | invalid_request_error
                    """)
    void anErrorHasAnthropicsShape(String body, int status, String type) throws IOException {
        Reply reply = olp.post("/v1/messages", body.replace('\'', '"'));

        assertError(reply, status, type);
    }

    @Test
    void whoHasNoKeyIsToldInTheSameShape() throws IOException {
        try (RawHttp http = olp.connect()) {
            assertError(
                    http.post("/v1/messages", "", body("hi", "").getBytes(StandardCharsets.UTF_8))
                            .reply(),
                    401,
                    "authentication_error");
        }
        assertError(olp.request("GET", "/v1/messages"), 405, "invalid_request_error");
        assertError(
                olp.post("/v1/messages", body("hi", ""), "anthropic-version: 1999-01-01"),
                400,
                "invalid_request_error");
    }

    @Test
    void aStreamThatBreaksOffEndsInAnErrorEvent() throws IOException {
        List<SseReader.Event> events = stream(body("{{failure-mid}}", "\"stream\":true"));

        assertThat(events.getLast().name()).isEqualTo("error");
        assertThat(events.getLast().json().at("/error/type").asString()).isEqualTo("overloaded_error");
        assertThat(events.stream().map(SseReader.Event::name)).doesNotContain("message_delta", "message_stop");
    }

    @Test
    void tokensAreCountedByAnEstimateThatSaysSoAndNothingIsStarted() throws IOException {
        Reply reply = olp.post(
                "/v1/messages/count_tokens",
                "{\"model\":\"sonnet\",\"messages\":[{\"role\":\"user\",\"content\":\"12345678\"}]}");

        assertThat(reply.text()).isEqualTo("{\"input_tokens\":2}");
        assertThat(reply.header("x-olp-usage")).isEqualTo("estimated");
        assertThat(new AuditTable(olp).of(reply.header("x-request-id")).get("provider"))
                .isEmpty();
    }

    @Test
    void whatNoCliTakesIsNamed() throws IOException {
        Reply reply = olp.post(
                "/v1/messages",
                body("hi", "\"temperature\":0.5,\"metadata\":{\"user_id\":\"ada\"}"),
                "anthropic-beta: one-2025-01-01, two-2025-01-01");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("x-olp-ignored-params"))
                .isEqualTo("anthropic-beta.one-2025-01-01, anthropic-beta.two-2025-01-01, temperature");
    }

    private static void assertError(Reply reply, int status, String type) {
        assertThat(reply.status()).as(reply::text).isEqualTo(status);
        assertThat(reply.json().propertyNames()).containsExactly("type", "error", "request_id");
        assertThat(reply.json().path("type").asString()).isEqualTo("error");
        assertThat(reply.json().path("error").propertyNames()).containsExactly("type", "message");
        assertThat(reply.json().at("/error/type").asString()).isEqualTo(type);
        assertThat(reply.json().path("request_id").asString()).isEqualTo(reply.header("request-id"));
    }

    private static List<SseReader.Event> stream(String body) throws IOException {
        try (RawHttp http = olp.connect()) {
            http.post("/v1/messages", olp.token(), body.getBytes(StandardCharsets.UTF_8));
            return http.events(http.head()).all();
        }
    }

    private static String text(List<SseReader.Event> events, String pointer) {
        StringBuilder text = new StringBuilder();
        events.forEach(event -> text.append(event.json().at(pointer).asString("")));
        return text.toString();
    }

    private static String body(String text, String members) {
        return "{\"model\":\"" + CLAUDE + "\",\"max_tokens\":5000,\"messages\":[{\"role\":\"user\",\"content\":"
                + Bodies.quote(text) + "}]" + (members.isEmpty() ? "" : "," + members) + "}";
    }
}
