package dev.olp.features.real;

import static dev.olp.features.real.ToolChat.ASK;
import static dev.olp.features.real.ToolChat.PIXEL;
import static dev.olp.features.real.ToolChat.SCHEMA;
import static dev.olp.features.real.ToolChat.call;
import static dev.olp.features.real.ToolChat.called;
import static dev.olp.features.real.ToolChat.calls;
import static dev.olp.features.real.ToolChat.json;
import static dev.olp.features.real.ToolChat.picture;
import static dev.olp.features.real.ToolChat.result;
import static dev.olp.features.real.ToolChat.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What the provider is told of a client's tools and of their results, over the pinned codex and the oldest. */
class CodexToolsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @RegisterExtension
    static final OlpServer older = OlpServer.with()
            .environment("OLP_CODEX_BIN", Paths.oldCodex().toString())
            .server();

    static Stream<ToolChat> both() {
        return Stream.of(ToolChat.codex(olp), ToolChat.codex(older));
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("both")
    void a_deep_history_reaches_the_provider_item_by_item(ToolChat chat) throws IOException {
        chat.answeredWith(answer -> answer.says("Done."));
        Reply reply = chat.ask(
                tool("get_weather", SCHEMA) + "," + tool("count", SCHEMA),
                List.of(
                        Bodies.message("system", "Be brief."),
                        Bodies.message("user", "Q"),
                        "{\"role\":\"assistant\",\"content\":\"Both.\",\"tool_calls\":["
                                + call("call_1", "get_weather", "{\"town\":  \"Bonn\"}") + ","
                                + call("call_2", "count", "{}") + "]}",
                        result("call_2", "\"Error: {\\\"code\\\": 7}\""),
                        result("call_1", "\"sunny\""),
                        calls(call("call_3", "count", "{\"n\":3}")),
                        picture("call_3"),
                        calls(call("call_4", "get_weather", "{}")),
                        result("call_4", "\"\""),
                        ASK));

        assertThat(reply.content()).as(reply.text()).isEqualTo("Done.");
        assertThat(chat.items())
                .containsExactly(
                        "user Q",
                        "assistant Both.",
                        "call_1 get_weather {\"town\":  \"Bonn\"}",
                        "call_2 count {}",
                        "call_2 \"Error: {\\\"code\\\": 7}\"",
                        "call_1 \"sunny\"",
                        "call_3 count {\"n\":3}",
                        "call_3 [{\"type\":\"input_text\",\"text\":\"see\"},"
                                + "{\"type\":\"input_image\",\"image_url\":\"data:image/png;base64," + PIXEL + "\"}]",
                        "call_4 get_weather {}",
                        "call_4 \"\"",
                        "user {{script}} Look.");
        chat.assertOneCallAndNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("both")
    void a_schema_is_passed_on_or_told_in_full(ToolChat chat) throws IOException {
        String limited = "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1}}}";
        String large =
                "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"string\",\"maxLength\":9,\"description\":\""
                        + "d".repeat(6_000) + "\"}}}";
        chat.answeredWith(answer -> answer.says("Done."));
        chat.ask(
                String.join(",", tool("get_weather", SCHEMA), tool("count", limited), tool("long", large)),
                List.of(ASK));

        List<JsonNode> offered = chat.offered();
        assertThat(offered).hasSize(3);
        assertThat(offered.get(0).path("parameters")).isEqualTo(json(SCHEMA));
        assertThat(offered.get(0).path("description").asString("")).isEqualTo("The get_weather.");
        assertThat(offered.get(1).path("parameters"))
                .isEqualTo(json("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}"));
        assertThat(offered.get(1).path("description").asString(""))
                .startsWith("The count.\n\n")
                .endsWith("\n" + limited);
        assertThat(offered.get(2).path("description").asString(""))
                .startsWith("The long.\n\n")
                .endsWith("\n" + large);
        chat.assertOneCallAndNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("both")
    void two_hundred_tools_and_a_result_of_300_kB_reach_the_provider(ToolChat chat) throws IOException {
        List<String> names =
                IntStream.range(0, 200).mapToObj(number -> "tool_" + number).toList();
        String large = "0123456789abcde\n".repeat(300 * 1024 / 16);
        chat.answeredWith(answer -> answer.calls("call_9", "tool_199", "{\"town\":\"x\"}"));

        Reply reply = chat.ask(
                names.stream().map(name -> tool(name, SCHEMA)).collect(Collectors.joining(",")),
                List.of(ASK, calls(call("call_1", "tool_7", "{}")), result("call_1", Bodies.quote(large))));

        assertThat(called(reply)).isEqualTo(json("[" + call("call_9", "tool_199", "{\"town\":\"x\"}") + "]"));
        assertThat(chat.offered())
                .extracting(tool -> tool.path("name").asString(""))
                .isEqualTo(names);
        assertThat(chat.items().getLast()).isEqualTo("call_1 " + Bodies.quote(large));
        chat.assertOneCallAndNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("both")
    void names_of_codexs_own_tools_are_the_clients_and_nothing_is_run(ToolChat chat) throws IOException {
        Path mark = folder.resolve("ran");
        String command = "{\"command\":[\"touch\",\"" + mark + "\"],\"cmd\":\"touch " + mark + "\",\"input\":"
                + Bodies.quote("*** Begin Patch\n*** Add File: " + mark + "\n+x\n*** End Patch") + ",\"plan\":[]}";
        List<String> names = List.of(
                "shell", "exec_command", "apply_patch", "update_plan", "request_user_input", "view_image", "mcp__a__b");
        List<String> upstream = List.of(
                "shell",
                "client_exec_command",
                "apply_patch",
                "client_update_plan",
                "client_request_user_input",
                "view_image",
                "client_mcp__a__b");
        chat.answeredWith(answer -> {
            upstream.forEach(name -> answer.calls("call_" + name, name, command));
            return answer;
        });
        Reply reply =
                chat.ask(names.stream().map(name -> tool(name, SCHEMA)).collect(Collectors.joining(",")), List.of(ASK));

        assertThat(called(reply).valueStream().map(call -> call.path("function")))
                .allSatisfy(function ->
                        assertThat(function.path("arguments").asString("")).isEqualTo(command))
                .extracting(function -> function.path("name").asString(""))
                .isEqualTo(names);
        assertThat(chat.offered())
                .extracting(tool -> tool.path("name").asString(""))
                .isEqualTo(upstream);
        assertThat(mark).doesNotExist();
        chat.assertOneCallAndNothingLeft();
    }

    @Test
    void a_model_that_takes_its_tools_as_an_item_has_them_too() throws IOException {
        ToolChat lite = new ToolChat(new RealCli(olp, "gpt-6.2-sol", "", ""), ToolRecord.RESPONSES);
        lite.answeredWith(answer -> answer.calls("call_a", "client_exec_command", "{}"));
        Reply reply = lite.ask(tool("exec_command", SCHEMA), List.of(ASK));

        assertThat(called(reply)).isEqualTo(json("[" + call("call_a", "exec_command", "{}") + "]"));
        JsonNode offered = lite.cli().lastCall().at("/input/0");
        assertThat(offered.path("type").asString("")).isEqualTo("additional_tools");
        assertThat(offered.at("/tools/0/tools")).hasSize(1);
        assertThat(offered.at("/tools/0/tools/0/name").asString("")).isEqualTo("client_exec_command");
        lite.assertOneCallAndNothingLeft();
    }
}
