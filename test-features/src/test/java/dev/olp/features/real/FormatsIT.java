package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.fakeupstream.Exchange;
import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Structured output over the real CLIs: what reaches the provider, and what the client is given. */
class FormatsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @RegisterExtension
    static final OlpServer older = OlpServer.with()
            .environment("OLP_CODEX_BIN", Paths.oldCodex().toString())
            .server();

    private static final String STRICT =
            "{\"type\":\"object\",\"properties\":{\"town\":{\"type\":\"string\",\"description\":\"of it\"},"
                    + "\"size\":{\"type\":[\"integer\",\"null\"],\"minimum\":0}},\"required\":[\"town\",\"size\"],"
                    + "\"additionalProperties\":false}";
    /** No strict one; what breaks it is told by name, and the name is read by the fake. */
    private static final String LOOSE =
            "{\"type\":\"object\",\"properties\":{\"{{echo}}\":{}},\"additionalProperties\":false}";

    private static final String GOOD = "{\"town\":\"Bonn\",\"size\":3}";

    private static final RealCli NEWER = new RealCli(olp, "gpt-5.5", "", "");
    private static final RealCli OLDER = new RealCli(older, "gpt-5.5", "", "");
    private static final RealCli CLAUDE = new RealCli(olp, "sonnet", "", "");

    static Stream<RealCli> codexes() {
        return Stream.of(NEWER, OLDER);
    }

    @ParameterizedTest
    @MethodSource("codexes")
    void codex_has_the_provider_keep_a_strict_schema_and_the_text_is_streamed(RealCli codex) throws IOException {
        codex.olp().upstream().next(new ResponsesAnswer().says(GOOD).whole());
        codex.olp().upstream().next(new ResponsesAnswer().says(GOOD).whole());

        Reply whole = codex.olp().chat(asking(codex, false, "{{script}}", schema(STRICT)));
        Streamed streamed = codex.olp().stream(asking(codex, true, "{{script}}", schema(STRICT)));

        assertThat(whole.content()).as(whole.text()).isEqualTo(GOOD);
        assertThat(streamed.assertWellFormed().content()).isEqualTo(GOOD);
        JsonNode format = codex.lastCall().path("text").path("format");
        assertThat(format.path("type").asString("")).isEqualTo("json_schema");
        assertThat(format.path("strict").asBoolean(false)).isTrue();
        assertThat(format.path("schema")).isEqualTo(JsonMapper.shared().readTree(STRICT));
        assertThat(codex.lastCall().path("input").toString()).doesNotContain("additionalProperties");
        assertThat(codex.calls()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("codexes")
    void what_the_provider_did_not_keep_is_no_good_end_of_a_stream(RealCli codex) throws IOException {
        codex.olp().upstream().next(new ResponsesAnswer().says("{\"town\":1}").whole());

        codex.olp().stream(asking(codex, true, "{{script}}", schema(STRICT))).assertFailed("provider_error");
    }

    /** The second answer is the first fault's name, which is the scenario that gives what was queued. */
    @ParameterizedTest
    @MethodSource("codexes")
    void what_is_wrong_is_asked_for_again_and_both_are_paid_for(RealCli codex) throws IOException {
        codex.olp()
                .upstream()
                .next(new ResponsesAnswer().says("{\"{{echo}}\":\"second\"}").whole());

        Reply reply = codex.olp().chat(asking(codex, false, "{\"{{echo}}\":1,\"{{script}}\":2}", schema(LOOSE)));

        assertThat(reply.content()).as(reply.text()).isEqualTo("{\"{{echo}}\":\"second\"}");
        assertThat(reply.json().at("/usage/prompt_tokens").intValue()).isEqualTo(200);
        assertThat(reply.json().at("/usage/completion_tokens").intValue()).isEqualTo(30);
        AuditTable.Row row = new AuditTable(codex.olp()).of(reply.header("x-request-id"));
        assertThat(row.get("input_tokens") + " " + row.get("output_tokens")).isEqualTo("200 30");
        List<Exchange> calls = codex.calls();
        assertThat(calls).hasSize(2);
        assertThat(codex.lastCall().path("text").path("format").path("type").asString("text"))
                .isEqualTo("text");
        assertThat(codex.lastCall().toString())
                .contains(
                        "valid against this JSON Schema",
                        "not in the format that was asked for",
                        "property '{{script}}' is not defined");
    }

    @Test
    void claude_is_told_in_words_and_the_document_is_given_whole() throws IOException {
        String document = "{\"{{echo}}\":[1,2]}";

        Reply whole = olp.chat(asking(CLAUDE, false, document, schema(LOOSE)));
        Streamed streamed = olp.stream(asking(CLAUDE, true, document, "{\"type\":\"json_object\"}"));

        assertThat(whole.content()).as(whole.text()).isEqualTo(document);
        assertThat(whole.finishReason()).isEqualTo("stop");
        assertThat(streamed.assertWellFormed().content()).isEqualTo(document);
        assertThat(CLAUDE.calls()).hasSize(2);
        assertThat(CLAUDE.lastCall().path("system").toString()).contains("one JSON object and nothing else");
    }

    @Test
    void what_is_wrong_twice_is_a_refusal_in_each_dialect_and_is_not_kept() throws IOException {
        String body = Bodies.with(asking(CLAUDE, false, "words", schema(STRICT)), "\"temperature\":0");

        Reply whole = olp.chat(body);
        Streamed streamed = olp.stream(asking(CLAUDE, true, "words", schema(STRICT)));
        Reply message = olp.post(
                "/v1/messages",
                "{\"model\":\"sonnet\",\"max_tokens\":4000,\"messages\":[{\"role\":\"user\",\"content\":\"words\"}],"
                        + "\"output_config\":{\"format\":{\"type\":\"json_schema\",\"schema\":" + STRICT + "}}}");

        JsonNode answer = whole.json().at("/choices/0/message");
        assertThat(answer.path("content").isNull()).as(whole.text()).isTrue();
        assertThat(answer.path("refusal").asString("")).contains("format");
        assertThat(whole.finishReason()).isEqualTo("stop");
        assertThat(streamed.assertWellFormed().content()).isEmpty();
        assertThat(streamed.chunks().toString()).contains("\"refusal\":\"The model's answer");
        assertThat(message.json().path("stop_reason").asString(""))
                .as(message.text())
                .isEqualTo("refusal");
        assertThat(message.json().path("content").isEmpty()).isTrue();
        assertThat(olp.chat(body).header("x-olp-cache")).isEqualTo("miss");
        assertThat(CLAUDE.calls()).hasSize(8);
    }

    @Test
    void an_answer_that_was_cut_is_told_as_cut() throws IOException {
        Reply reply = olp.chat(asking(CLAUDE, false, "{{max-tokens}}", schema(STRICT)));

        assertThat(reply.finishReason()).as(reply.text()).isEqualTo("length");
        assertThat(reply.content()).isNotEmpty();
        assertThat(CLAUDE.calls()).hasSize(1);
    }

    private static String schema(String schema) {
        return "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"place\",\"strict\":true,\"schema\":" + schema
                + "}}";
    }

    private static String asking(RealCli cli, boolean stream, String text, String format) {
        return Bodies.with(
                Bodies.chat(cli.model(), stream, Bodies.message("user", text)), "\"response_format\":" + format);
    }
}
