package dev.olp.provider.openai;

import static dev.olp.provider.openai.CodexDriver.GREETED;
import static dev.olp.provider.openai.CodexDriver.THREAD;
import static dev.olp.provider.openai.CodexDriver.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.Part;
import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What codex is told of a client's tools. */
class DynamicToolsTest {
    private static final String WHOLE = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}";
    private static final String LIMITED =
            "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"maxLength\":3}}}";

    @Test
    void a_tool_is_offered_as_it_is() {
        assertThat(offered("0.171.0", tool("get_weather", WHOLE)).toString())
                .isEqualTo("[{\"type\":\"function\",\"name\":\"get_weather\",\"description\":\"D\",\"inputSchema\":"
                        + WHOLE + "}]");
        assertThat(offered("0.133.0", tool("get_weather", WHOLE)).toString())
                .isEqualTo("[{\"name\":\"get_weather\",\"description\":\"D\",\"inputSchema\":" + WHOLE + "}]");
    }

    @Test
    void each_request_has_its_own_tools() {
        OpenAiProvider provider = new OpenAiProvider();
        for (String name : List.of("a", "a", "b", "a")) {
            for (String version : List.of("0.171.0", "0.133.0")) {
                JsonNode offered = offered(CodexDriver.of(provider, version, request(tool(name, WHOLE)))
                        .feed(GREETED));

                assertThat(offered).hasSize(1);
                assertThat(offered.at("/0/name").stringValue()).isEqualTo(name);
                assertThat(offered.get(0).has("type")).isEqualTo(version.equals("0.171.0"));
            }
        }
    }

    @Test
    void half_a_character_harms_nothing() {
        JsonNode inDescription = offered("0.171.0", new Tool("a", "D\ud83d", WHOLE, null));
        JsonNode inSchema = offered("0.171.0", tool("a", "{\"type\":\"object\",\"properties\":{\"\\ud83d\":{}}}"));

        assertThat(inDescription.at("/0/description").stringValue()).isEqualTo("D\ufffd");
        assertThat(inSchema.at("/0/inputSchema").toString()).isEqualTo("{\"type\":\"object\",\"properties\":{}}");
        assertThat(inSchema.at("/0/description").stringValue()).contains("\\ud83d");
    }

    @Test
    void without_tools_nothing_is_said_of_them() {
        CodexDriver driver =
                CodexDriver.of("0.171.0", CodexDriver.chat(user("Q"))).feed(GREETED);

        assertThat(driver.written.get(2)).doesNotContain("dynamicTools");
    }

    @Test
    void a_schema_that_codex_would_cut_is_told_in_full_beside_what_is_left() {
        JsonNode offered = offered("0.171.0", tool("get_weather", LIMITED)).get(0);

        assertThat(offered.path("inputSchema").toString()).isEqualTo(WHOLE);
        assertThat(offered.path("description").stringValue()).isEqualTo("D\n\n" + DynamicTools.IN_FULL + LIMITED);
    }

    @ParameterizedTest
    @CsvSource({
        "shell, shell",
        "apply_patch, apply_patch",
        "exec_command, client_exec_command",
        "update_plan, client_update_plan",
        "request_user_input, client_request_user_input",
        "mcp, client_mcp",
        "mcp__files__read, client_mcp__files__read",
        "client_mcp__files__read, client_client_mcp__files__read",
        "client_read, client_read",
        "client_, client_",
    })
    void a_name_that_codex_keeps_for_itself_is_another_upstream(String name, String upstream) {
        assertThat(offered("0.171.0", tool(name, WHOLE)).at("/0/name").stringValue())
                .isEqualTo(upstream);
        assertThat(new OpenAiProvider().upstreamToolName(name)).isEqualTo(upstream);
        assertThat(ToolNames.client(upstream)).isEqualTo(name);
    }

    @Test
    void a_call_in_the_history_has_the_name_that_the_tool_has() {
        Turn call = new Turn.Assistant("", List.of(new Turn.ToolCall("call_1", "exec_command", "{}")));
        Turn result = new Turn.Tool("call_1", List.of(new Part.Text("no such file")), true);
        CodexDriver driver = CodexDriver.of(
                        "0.171.0",
                        chat(new ToolChoice.Auto(), List.of(tool("exec_command", WHOLE)), user("Q"), call, result))
                .feed(GREETED, THREAD);

        assertThat(driver.written.get(3))
                .contains("\"name\":\"client_exec_command\"", "\"output\":\"The tool failed.\\nno such file\"");
    }

    @Test
    void of_a_named_tools_others_nothing_is_said() {
        CodexDriver driver = CodexDriver.of(
                        "0.171.0",
                        chat(
                                new ToolChoice.Named("exec_command"),
                                List.of(tool("a", WHOLE), tool("exec_command", WHOLE)),
                                user("Q")))
                .feed(GREETED, THREAD);

        assertThat(offered(driver)).hasSize(1);
        JsonNode items = JsonMapper.shared().readTree(driver.written.get(3)).at("/params/items");
        assertThat(items.get(items.size() - 1).path("role").stringValue()).isEqualTo("developer");
        assertThat(items.get(items.size() - 1).at("/content/0/text").stringValue())
                .isEqualTo("Answer with a call of the tool client_exec_command, without any text.");
    }

    @Test
    void that_some_call_must_be_made_is_the_last_word() {
        CodexDriver driver = CodexDriver.of(
                        "0.133.0",
                        chat(new ToolChoice.Required(), List.of(tool("a", WHOLE), tool("b", WHOLE)), user("Q")))
                .feed(GREETED, THREAD);

        assertThat(offered(driver)).hasSize(2);
        assertThat(driver.written.get(3)).contains("Answer with a call of at least one of your tools");
    }

    @Test
    void a_codex_without_app_server_takes_no_tools() {
        assertThat(new OpenAiProvider().unhonoured("0.100.0", request(tool("a", WHOLE))))
                .isPresent();
        assertThat(new OpenAiProvider().unhonoured("0.133.0", request(tool("a", WHOLE))))
                .isEmpty();
    }

    private static JsonNode offered(String version, Tool... tools) {
        return offered(CodexDriver.of(version, request(tools)).feed(GREETED));
    }

    private static JsonNode offered(CodexDriver driver) {
        return JsonMapper.shared().readTree(driver.written.get(2)).at("/params/dynamicTools");
    }

    private static ChatRequest request(Tool... tools) {
        return chat(new ToolChoice.Auto(), List.of(tools), user("Q"));
    }

    private static ChatRequest chat(ToolChoice choice, List<Tool> tools, Turn... turns) {
        return new ChatRequest(List.of(), List.of(turns), null, List.of(), null, new Tools(tools, choice, true));
    }

    private static Tool tool(String name, String schema) {
        return new Tool(name, "D", schema, (@Nullable Boolean) null);
    }
}
