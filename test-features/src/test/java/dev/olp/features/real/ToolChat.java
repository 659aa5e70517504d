package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Chats with a client's tools over a real CLI; the fake gives the answers that are queued. */
record ToolChat(RealCli cli, ToolRecord record) {
    /** The schema of a tool that each CLI passes on as it is. */
    static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"town\":{\"type\":\"string\"}},\"required\":[\"town\"]}";
    /** A png, as base64. */
    static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    /** A user's message that is answered with what is queued. */
    static final String ASK = Bodies.message("user", "{{script}} Look.");

    void answeredWith(UnaryOperator<ModelAnswer> answer) {
        cli.olp().upstream().next(answer.apply(record.answer()).whole());
    }

    void cutAfter(UnaryOperator<ModelAnswer> answer) {
        cli.olp().upstream().next(answer.apply(record.answer()).cut());
    }

    /** @param more members of the body, e.g. {@code "tool_choice":"required"}; none or one text */
    Reply ask(String tools, List<String> messages, String... more) throws IOException {
        return cli.olp().chat(body(false, tools, messages, more));
    }

    Streamed stream(String tools, List<String> messages, String... more) throws IOException {
        return cli.olp().stream(body(true, tools, messages, more));
    }

    /** Over codex of any version. */
    static ToolChat codex(OlpServer olp) {
        return new ToolChat(new RealCli(olp, "gpt-5.5", "", ""), ToolRecord.RESPONSES);
    }

    /** Over claude of any version. */
    static ToolChat claude(OlpServer olp) {
        return new ToolChat(new RealCli(olp, "claude-sonnet-4-6", "", ""), ToolRecord.MESSAGES);
    }

    void assertOneCallAndNothingLeft() {
        cli.olp().assertNothingLeft();
        assertThat(cli.calls()).hasSize(1);
        cli.olp().upstream().forget();
    }

    /** The client's tools as the provider was told of them. */
    List<JsonNode> offered() throws IOException {
        return record.offered(cli.lastCall());
    }

    /** What the provider was given of the conversation, but for the system's. */
    List<String> items() throws IOException {
        return record.items(cli.lastCall());
    }

    private String body(boolean stream, String tools, List<String> messages, String... more) {
        String chat = Bodies.chat(cli.model(), stream, messages.toArray(String[]::new));
        return Bodies.with(chat, "\"tools\":[" + tools + "]" + (more.length == 0 ? "" : "," + more[0]));
    }

    static String tool(String name, String schema) {
        return "{\"type\":\"function\",\"function\":{\"name\":\"" + name + "\",\"description\":\"The " + name
                + ".\",\"parameters\":" + schema + "}}";
    }

    static String call(String id, String name, String arguments) {
        return "{\"id\":\"" + id + "\",\"type\":\"function\",\"function\":{\"name\":\"" + name + "\",\"arguments\":"
                + Bodies.quote(arguments) + "}}";
    }

    /** An assistant's message of nothing but calls. */
    static String calls(String... calls) {
        return "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" + String.join(",", calls) + "]}";
    }

    /** @param content as JSON */
    static String result(String id, String content) {
        return "{\"role\":\"tool\",\"tool_call_id\":\"" + id + "\",\"content\":" + content + "}";
    }

    /** A result of a word and an image. */
    static String picture(String id) {
        return result(
                id,
                "[{\"type\":\"text\",\"text\":\"see\"},{\"type\":\"image_url\",\"image_url\":"
                        + "{\"url\":\"data:image/png;base64," + PIXEL + "\"}}]");
    }

    /** The calls of a whole answer. */
    static JsonNode called(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json().at("/choices/0/message/tool_calls");
    }

    /** Each call of a stream: index, id, name, arguments. */
    static List<String> called(Streamed streamed) {
        List<String> calls = new ArrayList<>();
        streamed.chunks()
                .forEach(chunk -> chunk.at("/choices/0/delta/tool_calls").forEach(delta -> {
                    String arguments = delta.at("/function/arguments").asString("");
                    if (delta.has("id")) {
                        calls.add(delta.path("index").asInt() + " "
                                + delta.path("id").asString("") + " "
                                + delta.at("/function/name").asString("") + " " + arguments);
                    } else {
                        assertThat(delta.path("index").asInt()).isEqualTo(calls.size() - 1);
                        calls.set(calls.size() - 1, calls.getLast() + arguments);
                    }
                }));
        return calls;
    }

    static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
