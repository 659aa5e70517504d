package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Chats with a client's tools over a real codex; the fake gives the answers that are queued. */
record ToolChat(RealCli cli) {
    /** The schema of a tool that codex passes on as it is. */
    static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"town\":{\"type\":\"string\"}},\"required\":[\"town\"]}";
    /** A user's message that is answered with what is queued. */
    static final String ASK = Bodies.message("user", "{{script}} Look.");

    /** What codex 0.133.0 always offers besides. */
    private static final List<String> CODEXS_OWN = List.of("update_plan", "request_user_input");

    ToolChat answeredWith(ModelAnswer answer) {
        cli.olp().upstream().next(answer.whole());
        return this;
    }

    /** @param more members of the body, e.g. {@code "tool_choice":"required"}; none or one text */
    Reply ask(String tools, List<String> messages, String... more) throws IOException {
        return cli.olp().chat(body(false, tools, messages, more));
    }

    Streamed stream(String tools, List<String> messages, String... more) throws IOException {
        return cli.olp().stream(body(true, tools, messages, more));
    }

    void assertOneCallAndNothingLeft() {
        cli.olp().assertNothingLeft();
        assertThat(cli.calls()).hasSize(1);
        cli.olp().upstream().forget();
    }

    /** The client's tools as the provider was told of them. */
    List<JsonNode> offered() throws IOException {
        return cli.lastCall()
                .path("tools")
                .valueStream()
                .filter(tool -> !CODEXS_OWN.contains(tool.path("name").asString("")))
                .toList();
    }

    /** The items that the provider was given, but for the system's, without their types and ids. */
    List<String> items() throws IOException {
        return cli.lastCall()
                .path("input")
                .valueStream()
                .filter(item -> !item.toString().contains("Be brief."))
                .map(ToolChat::shown)
                .toList();
    }

    private static String shown(JsonNode item) {
        return switch (item.path("type").asString("")) {
            case "function_call" ->
                item.path("call_id").asString("") + " " + item.path("name").asString("") + " "
                        + item.path("arguments").asString("");
            case "function_call_output" -> item.path("call_id").asString("") + " " + item.path("output");
            default -> item.path("role").asString("") + " " + item.path("content");
        };
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
