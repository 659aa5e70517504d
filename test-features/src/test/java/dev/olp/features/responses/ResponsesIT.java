package dev.olp.features.responses;

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

/** The shapes of {@code /v1/responses}, whatever way the CLI told them. */
class ResponsesIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void a_whole_response_has_openais_shape_and_usage() throws IOException {
        Reply reply = olp.post("/v1/responses", body(Bodies.quote("hi"), "\"instructions\":\"Be brief.\""));

        assertThat(reply.status()).as(reply::text).isEqualTo(200);
        JsonNode response = reply.json();
        assertThat(response.path("id").asString()).startsWith("resp_");
        assertThat(response.path("object").asString()).isEqualTo("response");
        assertThat(response.path("status").asString()).isEqualTo("completed");
        assertThat(response.path("model").asString()).isEqualTo(CLAUDE);
        assertThat(response.path("instructions").asString()).isEqualTo("Be brief.");
        assertThat(response.path("output")).hasSize(1);
        assertThat(response.at("/output/0/content").toString())
                .isEqualTo(
                        "[{\"type\":\"output_text\",\"text\":\"" + ANSWER + "\",\"annotations\":[],\"logprobs\":[]}]");
        assertThat(response.path("usage").toString())
                .isEqualTo("{\"input_tokens\":28,\"input_tokens_details\":{\"cached_tokens\":3},\"output_tokens\":12,"
                        + "\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":40}");
        AuditTable.Row row = new AuditTable(olp).of(reply.header("x-request-id"));
        assertThat(row.get("outcome")).isEqualTo("SUCCESS");
        assertThat(row.get("path")).isEqualTo("/v1/responses");
    }

    @Test
    void a_stream_tells_the_same_in_numbered_events() throws IOException {
        List<SseReader.Event> events = stream(body(Bodies.quote("{{thinking}}"), "\"stream\":true"));

        assertThat(events.stream().map(SseReader.Event::name).distinct())
                .containsExactly(
                        "response.created",
                        "response.in_progress",
                        "response.output_item.added",
                        "response.reasoning_summary_part.added",
                        "response.reasoning_summary_text.delta",
                        "response.reasoning_summary_text.done",
                        "response.reasoning_summary_part.done",
                        "response.output_item.done",
                        "response.content_part.added",
                        "response.output_text.delta",
                        "response.output_text.done",
                        "response.content_part.done",
                        "response.completed");
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).json().path("type").asString())
                    .isEqualTo(events.get(i).name());
            assertThat(events.get(i).json().path("sequence_number").intValue()).isEqualTo(i);
        }
        JsonNode end = events.getLast().json().path("response");
        assertThat(end.at("/output/0/summary/0/text").asString()).isEqualTo("Let me think.");
        assertThat(end.at("/output/1/content/0/text").asString()).isEqualTo(ANSWER);
        assertThat(end.at("/usage/output_tokens").intValue()).isEqualTo(12);
    }

    @Test
    void a_string_is_the_same_chat_as_one_user_message() throws IOException {
        String allowed = "X-OLP-Cache: allow";
        olp.post("/v1/responses", body(Bodies.quote("once"), ""), allowed);
        Reply again = olp.post(
                "/v1/responses",
                body("[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":\"once\"}]}]", ""),
                allowed);
        Reply chat = olp.post("/v1/chat/completions", Bodies.chat(CLAUDE, "once"), allowed);

        assertThat(again.header("x-olp-cache")).isEqualTo("hit");
        assertThat(chat.header("x-olp-cache")).isEqualTo("hit");
    }

    @Test
    void an_answer_that_met_its_cap_is_incomplete() throws IOException {
        JsonNode response = olp.post(
                        "/v1/responses", body(Bodies.quote("{{reason:max_tokens}}"), "\"max_output_tokens\":5000"))
                .json();

        assertThat(response.path("status").asString()).isEqualTo("incomplete");
        assertThat(response.at("/incomplete_details/reason").asString()).isEqualTo("max_output_tokens");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        {'model':'sonnet'}                               | 400 | invalid_value
        {'model':'sonnet','messages':[]}                 | 400 | invalid_value
        {'model':'sonet','input':'q'}                    | 404 | model_not_found
        {'model':'sonnet','input':'{{failure:529}}'}     | 503 | overloaded
        {'model':'sonnet','input':'q','background':true} | 400 | unsupported_parameter
        not json                                         | 400 | invalid_json
        """)
    void an_error_has_openais_shape(String body, int status, String code) throws IOException {
        Reply reply = olp.post("/v1/responses", body.replace('\'', '"'));

        assertThat(reply.status() + " " + reply.errorCode()).as(reply::text).isEqualTo(status + " " + code);
        assertThat(reply.json().path("error").propertyNames())
                .containsExactlyInAnyOrder("message", "type", "param", "code");
    }

    @Test
    void a_stream_that_breaks_off_ends_in_a_failed_response() throws IOException {
        List<SseReader.Event> events = stream(body(Bodies.quote("{{failure-mid}}"), "\"stream\":true"));

        assertThat(events.getFirst().name()).isEqualTo("response.created");
        assertThat(events.getLast().name()).isEqualTo("response.failed");
        assertThat(events.getLast().json().at("/response/error/code").asString())
                .isEqualTo("server_error");
        assertThat(events.stream().map(SseReader.Event::name)).doesNotContain("response.completed");
    }

    @Test
    void what_no_cli_takes_is_named() throws IOException {
        Reply reply = olp.post(
                "/v1/responses",
                body(Bodies.quote("hi"), "\"temperature\":0.5,\"tools\":[{\"type\":\"web_search\"}],\"store\":false"));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("x-olp-ignored-params")).isEqualTo("temperature, tools[].web_search");
    }

    private static List<SseReader.Event> stream(String body) throws IOException {
        try (RawHttp http = olp.connect()) {
            http.post("/v1/responses", olp.token(), body.getBytes(StandardCharsets.UTF_8));
            return http.events(http.head()).all();
        }
    }

    private static String body(String input, String members) {
        return "{\"model\":\"" + CLAUDE + "\",\"input\":" + input + (members.isEmpty() ? "" : "," + members) + "}";
    }
}
