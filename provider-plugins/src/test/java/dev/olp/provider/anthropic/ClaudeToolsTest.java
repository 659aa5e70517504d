package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Step;
import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How a client's tools are offered, and what claude may do with them. */
class ClaudeToolsTest {
    private static final Tool WEATHER = ClaudeDriver.tool("get_weather", "{\"type\":\"object\"}");

    private static ClaudeDriver driver(Tool... tools) {
        return new ClaudeDriver(ClaudeDriver.with(List.of(tools), ClaudeDriver.user("Q")));
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }

    private static String asked(String message) {
        return """
                {"type":"control_request","request_id":"r1","request":{"subtype":"mcp_message","server_name":"c","message":%s}}""".formatted(message);
    }

    private static JsonNode answer(ClaudeDriver driver, String message) {
        driver.feed(asked(message));
        return json(driver.written.getLast());
    }

    @Test
    void they_stand_in_the_first_line_as_an_sdk_server() {
        JsonNode request = json(driver(WEATHER).written.getFirst()).path("request");

        assertThat(request.at("/sdkMcpServers/0").stringValue()).isEqualTo("c");
        JsonNode tool = request.at("/sdkMcpServerManifests/c/toolsListResult/tools/0");
        assertThat(tool.path("name").stringValue()).isEqualTo("get_weather");
        assertThat(tool.path("description").stringValue()).isEqualTo("What it does.");
        assertThat(tool.path("inputSchema")).isEqualTo(json("{\"type\":\"object\"}"));
    }

    @Test
    void without_tools_there_is_no_server() {
        assertThat(driver().written).noneMatch(line -> line.contains("sdkMcp"));
    }

    @Test
    void an_older_version_asks_for_them_and_is_answered_until_the_model_answers() {
        ClaudeDriver driver = driver(WEATHER).feed(ClaudeDriver.INITIALIZED);
        assertThat(driver.stdinClosed).isFalse();

        JsonNode greeting =
                answer(driver, "{\"method\":\"initialize\",\"id\":0,\"params\":{\"protocolVersion\":\"2025-06-18\"}}");
        assertThat(greeting.at("/response/request_id").stringValue()).isEqualTo("r1");
        assertThat(greeting.at("/response/response/mcp_response/result/protocolVersion")
                        .stringValue())
                .isEqualTo("2025-06-18");
        assertThat(answer(driver, "{\"method\":\"notifications/initialized\"}")
                        .at("/response/response/mcp_response/result"))
                .isEqualTo(json("{}"));
        JsonNode list = answer(driver, "{\"method\":\"tools/list\",\"id\":1}").at("/response/response/mcp_response");
        assertThat(list.path("id").intValue()).isEqualTo(1);
        assertThat(list.at("/result/tools/0/name").stringValue()).isEqualTo("get_weather");
        assertThat(answer(driver, "{\"method\":\"resources/list\",\"id\":\"x\"}")
                        .at("/response/response/mcp_response/error/code")
                        .intValue())
                .isEqualTo(-32601);
        driver.feed("{\"type\":\"stream_event\",\"event\":{\"type\":\"message_start\",\"message\":{}}}");
        assertThat(driver.stdinClosed).isTrue();
    }

    @Test
    void none_is_ever_run() {
        ClaudeDriver driver = driver(WEATHER)
                .feed(ClaudeDriver.INITIALIZED)
                .feed(asked("{\"method\":\"tools/call\",\"id\":2,\"params\":{\"name\":\"get_weather\"}}"));

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end()).isInstanceOf(DialogueEnd.Failed.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[\"mcp__c__get_weather\",\"Bash\"]",
                "[\"get_weather\"]",
                "[\"mcp__c__get_weather\",\"mcp__d__x\"]"
            })
    void a_run_that_would_offer_others_is_ended(String told) {
        ClaudeDriver driver = driver(WEATHER)
                .feed(ClaudeDriver.INITIALIZED)
                .feed("{\"type\":\"system\",\"subtype\":\"init\",\"tools\":" + told + "}");

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(driver.end()).isInstanceOf(DialogueEnd.Failed.class);
    }

    @Test
    void every_name_is_behind_the_prefix_within_64_characters_and_comes_back() {
        AnthropicProvider provider = new AnthropicProvider();
        String longest = "x".repeat(64);
        List<String> names = List.of("Bash", "ToolSearch", "mcp__c__Bash", "_", "y".repeat(56), longest);
        ClaudeTools tools = ClaudeTools.of(
                new Tools(
                        names.stream()
                                .map(name -> ClaudeDriver.tool(name, "{}"))
                                .toList(),
                        new ToolChoice.Auto(),
                        true),
                "2.1.332");

        assertThat(names).allSatisfy(name -> {
            String upstream = provider.upstreamToolName(name);
            assertThat(upstream)
                    .startsWith("mcp__c__")
                    .hasSizeLessThanOrEqualTo(64)
                    .matches("[A-Za-z0-9_-]+");
            assertThat(tools.clientName(upstream)).isEqualTo(name);
        });
        assertThat(names).extracting(provider::upstreamToolName).doesNotHaveDuplicates();
        assertThat(provider.upstreamToolName("Bash")).isEqualTo("mcp__c__Bash");
        assertThat(provider.upstreamToolName("y".repeat(56))).isEqualTo("mcp__c__" + "y".repeat(56));
    }

    @Test
    void a_model_that_forgets_the_prefix_is_understood() {
        ClaudeTools tools = ClaudeTools.of(new Tools(List.of(WEATHER), new ToolChoice.Auto(), true), "2.1.332");

        assertThat(tools.clientName("get_weather")).isEqualTo("get_weather");
        assertThat(tools.clientName("mcp__c__invented")).isNull();
        assertThat(tools.clientName("Bash")).isNull();
    }

    @Test
    void two_hundred_are_offered() {
        Tool[] many = IntStream.range(0, 200)
                .mapToObj(i -> ClaudeDriver.tool("tool_" + i, "{\"type\":\"object\"}"))
                .toArray(Tool[]::new);

        assertThat(json(driver(many).written.getFirst()).at("/request/sdkMcpServerManifests/c/toolsListResult/tools"))
                .hasSize(200);
    }

    @Test
    void a_forced_call_is_asked_for_in_the_last_block_of_the_system_prompt() {
        assertThat(asked(new ToolChoice.Required()).values())
                .extracting(JsonNode::asString)
                .containsExactly("Be brief.", "Answer with a call of at least one of your tools, without any text.");
        assertThat(asked(new ToolChoice.Named("get_weather")).values())
                .extracting(JsonNode::asString)
                .containsExactly("Be brief.", "Answer with a call of the tool mcp__c__get_weather, without any text.");
        assertThat(asked(new ToolChoice.Auto()).values())
                .extracting(JsonNode::asString)
                .containsExactly("Be brief.");
    }

    @Test
    void of_a_named_tools_others_claude_is_told_nothing() {
        Tools tools = new Tools(
                List.of(ClaudeDriver.tool("other", "{}"), WEATHER), new ToolChoice.Named("get_weather"), true);
        JsonNode offered = json(new ClaudeDriver(ClaudeDriver.with(tools, ClaudeDriver.user("Q"))).written.getFirst())
                .at("/request/sdkMcpServerManifests/c/toolsListResult/tools");
        assertThat(offered.values())
                .extracting(tool -> tool.path("name").asString())
                .containsExactly("get_weather");
    }

    private static JsonNode asked(ToolChoice choice) {
        ChatRequest request = ClaudeDriver.with(new Tools(List.of(WEATHER), choice, true), ClaudeDriver.user("Q"));
        return json(new ClaudeDriver(request).written.getFirst()).at("/request/systemPrompt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"type\":\"array\"}", "{\"type\":[\"string\",\"null\"]}", "{\"type\":7}", "[]", "nothing"})
    void parameters_that_are_no_object_are_refused(String schema) {
        assertThat(ClaudeTools.unhonoured(
                        new Tools(List.of(ClaudeDriver.tool("x", schema)), new ToolChoice.Auto(), true)))
                .hasValueSatisfying(unhonoured -> {
                    assertThat(unhonoured.parameter()).isEqualTo("tools");
                    assertThat(unhonoured.sentence()).contains("tool x");
                });
    }

    @Test
    void names_that_would_be_one_upstream_are_refused() {
        String longest = "x".repeat(64);
        String same = ClaudeToolNames.offered(longest);

        assertThat(ClaudeTools.unhonoured(new Tools(
                        List.of(ClaudeDriver.tool(longest, "{}"), ClaudeDriver.tool(same, "{}")),
                        new ToolChoice.Auto(),
                        true)))
                .isPresent();
    }
}
