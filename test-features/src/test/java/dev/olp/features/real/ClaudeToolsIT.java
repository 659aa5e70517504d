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
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What the provider is told of a client's tools and of their results, over the pinned claude and the oldest. */
class ClaudeToolsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @RegisterExtension
    static final OlpServer older = OlpServer.with()
            .environment("OLP_CLAUDE_BIN", Paths.oldClaude().toString())
            .server();

    static Stream<ToolChat> both() {
        return Stream.of(ToolChat.claude(olp), ToolChat.claude(older));
    }

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("both")
    void a_deep_history_reaches_the_provider_block_by_block(ToolChat chat) throws IOException {
        chat.answeredWith(answer -> answer.says("Done."));
        Reply reply = chat.ask(
                tool("get_weather", SCHEMA) + "," + tool("count", SCHEMA),
                List.of(
                        Bodies.message("system", "Be brief."),
                        Bodies.message("user", "Q"),
                        "{\"role\":\"assistant\",\"content\":\"Both.\",\"tool_calls\":["
                                + call("call_1", "get_weather", "{\"town\":\"Bonn\"}") + ","
                                + call("call_2", "count", "{}") + "]}",
                        result("call_2", "\"/context {\\\"code\\\": 7}\""),
                        result("call_1", "\"sunny\""),
                        calls(call("call_3", "count", "{\"n\":3}")),
                        picture("call_3"),
                        ASK));

        assertThat(reply.content()).as(reply.text()).isEqualTo("Done.");
        assertThat(chat.items())
                .containsExactly(
                        "user Q",
                        "assistant Both.",
                        "call_1 mcp__c__get_weather {\"town\":\"Bonn\"}",
                        "call_2 mcp__c__count {}",
                        "call_2 \"/context {\\\"code\\\": 7}\"",
                        "call_1 \"sunny\"",
                        "call_3 mcp__c__count {\"n\":3}",
                        "call_3 [{\"type\":\"text\",\"text\":\"see\"},{\"type\":\"image\",\"source\":"
                                + "{\"type\":\"base64\",\"media_type\":\"image/png\",\"data\":\"" + PIXEL + "\"}}]",
                        "user {{script}} Look.");
        chat.assertOneCallAndNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("both")
    void a_schema_is_passed_on_as_it_is_or_told_in_full(ToolChat chat) throws IOException {
        String limited = "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1,"
                + "\"description\":\"" + "d".repeat(6_000) + "\"}}}";
        String choice = "{\"type\":\"object\",\"oneOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]}";
        chat.answeredWith(answer -> answer.says("Done."));
        chat.ask(
                String.join(",", tool("b_limited", limited), tool("c_choice", choice), tool("a", SCHEMA)),
                List.of(ASK));

        List<JsonNode> offered = chat.offered();
        assertThat(offered)
                .extracting(tool -> tool.path("name").asString(""))
                .containsExactly("mcp__c__a", "mcp__c__b_limited", "mcp__c__c_choice");
        assertThat(offered.get(0).path("input_schema")).isEqualTo(json(SCHEMA));
        assertThat(offered.get(0).path("description").asString("")).isEqualTo("The a.");
        assertThat(offered.get(1).path("input_schema")).isEqualTo(json(limited));
        assertThat(offered.get(2).at("/input_schema/type").asString("")).isEqualTo("object");
        assertThat(offered.get(2).at("/input_schema/description").asString("")).contains(choice);
        chat.assertOneCallAndNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("both")
    void two_hundred_tools_and_a_result_of_300_kB_reach_the_provider(ToolChat chat) throws IOException {
        List<String> names =
                IntStream.range(100, 300).mapToObj(number -> "tool_" + number).toList();
        String large = "0123456789abcde\n".repeat(300 * 1024 / 16);
        chat.answeredWith(answer -> answer.calls("call_9", "mcp__c__tool_299", "{\"town\":\"x\"}"));

        Reply reply = chat.ask(
                names.stream().map(name -> tool(name, SCHEMA)).collect(Collectors.joining(",")),
                List.of(ASK, calls(call("call_1", "tool_107", "{}")), result("call_1", Bodies.quote(large))));

        assertThat(called(reply)).isEqualTo(json("[" + call("call_9", "tool_299", "{\"town\":\"x\"}") + "]"));
        assertThat(chat.offered())
                .extracting(tool -> tool.path("name").asString(""))
                .containsExactlyElementsOf(
                        names.stream().map(name -> "mcp__c__" + name).toList());
        assertThat(chat.items().getLast().equals("call_1 " + Bodies.quote(large)))
                .isTrue();
        chat.assertOneCallAndNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("both")
    void names_of_claudes_own_tools_are_the_clients_and_nothing_is_run(ToolChat chat) throws IOException {
        Path mark = folder.resolve("ran");
        String command = "{\"command\":\"touch " + mark + "\",\"file_path\":\"" + mark + "\",\"content\":\"x\"}";
        List<String> names = List.of("Bash", "Read", "StructuredOutput", "Task", "ToolSearch", "Write", "mcp__a__b");
        chat.answeredWith(answer -> {
            names.forEach(name -> answer.calls("call_" + name, "mcp__c__" + name, command));
            return answer;
        });
        Streamed reply = chat.stream(
                        names.stream().map(name -> tool(name, SCHEMA)).collect(Collectors.joining(",")), List.of(ASK))
                .assertWellFormed();

        assertThat(called(reply))
                .containsExactlyElementsOf(IntStream.range(0, names.size())
                        .mapToObj(at -> at + " call_" + names.get(at) + " " + names.get(at) + " " + command)
                        .toList());
        assertThat(chat.offered())
                .extracting(tool -> tool.path("name").asString(""))
                .containsExactlyInAnyOrderElementsOf(
                        names.stream().map(name -> "mcp__c__" + name).toList());
        assertThat(mark).doesNotExist();
        chat.assertOneCallAndNothingLeft();
    }
}
