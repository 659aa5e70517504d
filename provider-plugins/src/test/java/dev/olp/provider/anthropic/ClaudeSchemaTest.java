package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What claude is told of a tool's parameters and description: the same, or the same in another place. */
class ClaudeSchemaTest {
    private static JsonNode offered(Tool tool, String version) {
        ClaudeTools tools = ClaudeTools.of(new Tools(List.of(tool), new ToolChoice.Auto(), true), version);
        String line = ClaudeDriver.render(ClaudeControl.initialize(List.of(), tools));
        return JsonMapper.shared().readTree(line).at("/request/sdkMcpServerManifests/c/toolsListResult/tools/0");
    }

    private static JsonNode schema(String schema) {
        return offered(ClaudeDriver.tool("x", schema), "2.1.332").path("inputSchema");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\"}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"(\",\"x-vendor\":[1]}}}",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\",\"$defs\":{\"A\":true},"
                        + "\"properties\":{\"a\":{\"$ref\":\"#/$defs/A\"}},\"required\":[\"a\"]}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[{\"type\":\"string\"},{\"enum\":[null]}]}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"properties\":{\"b c\":true}}},\"additionalProperties\":false}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"minimum\":-9007199254740992,\"maximum\":1.5e300}}}"
            })
    void a_schema_that_claude_passes_on_is_left_as_it_is(String schema) {
        assertThat(schema(schema)).isEqualTo(JsonMapper.shared().readTree(schema));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    {}                                                     | {"type":"object"}
                    {"properties":{}}                                      | {"properties":{},"type":"object"}
                    {"type":["object","null"]}                             | {"type":"object"}
                    {"type":"object","properties":{"a":true,"b":false}}    | {"type":"object","properties":{"a":{},"b":{"not":{}}}}
                    """)
    void one_that_says_the_same_otherwise_is_said_so(String schema, String same) {
        assertThat(schema(schema)).isEqualTo(JsonMapper.shared().readTree(same));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\",\"oneOf\":[{\"required\":[\"a\"]},{\"required\":[\"b\"]}]}",
                "{\"anyOf\":[{\"type\":\"object\"}]}",
                "{\"type\":\"object\",\"properties\":{\"$filter\":{\"type\":\"string\"}}}",
                "{\"type\":\"object\",\"properties\":{\"é\":{\"type\":\"string\"}}}",
                "{\"type\":\"object\",\"properties\":{\"constructor\":{\"type\":\"string\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"properties\":{\"__proto__\":{\"type\":\"string\"}}}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"maximum\":9007199254740993}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"maximum\":1e400}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"any\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"exclusiveMinimum\":true}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"items\":[{\"type\":\"string\"}]}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"required\":true}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":null}}",
                "{\"type\":\"object\",\"properties\":[]}",
                "{\"type\":\"object\",\"required\":[\"a\",\"a\"]}",
                "{\"type\":\"object\",\"title\":7}",
                "{\"type\":\"object\",\"$recursiveRef\":7}",
                "{\"type\":\"object\",\"$vocabulary\":{\"a\":1}}",
                "{\"type\":\"object\",\"description\":null,\n\"properties\":{\"a\":{\"minLength\":-1}}}"
            })
    void one_that_claude_would_change_or_drop_is_told_as_text(String schema) {
        JsonNode told = schema(schema);

        assertThat(told.path("type").stringValue()).isEqualTo("object");
        assertThat(told.path("description").stringValue()).endsWith(": " + schema);
        assertThat(told.size()).isEqualTo(2);
    }

    @Test
    void a_long_description_is_whole_where_claude_heeds_it_and_else_goes_on_in_the_schema() {
        String description = "x".repeat(1_900) + "😀".repeat(3_000) + "END";
        Tool tool = new Tool("x", description, "{\"type\":\"object\",\"description\":\"Own.\"}", null);

        assertThat(offered(tool, "2.1.332").path("description").stringValue()).isEqualTo(description);
        for (String version : List.of("2.1.152", "9.9.9")) {
            JsonNode offered = offered(tool, version);
            String begun = offered.path("description").asString();
            String rest = offered.at("/inputSchema/description").asString();
            String mark = "\n[continued in the description of the input schema]";

            assertThat(begun).hasSizeBetween(1_950, 2_048).endsWith(mark);
            assertThat(begun.replace(mark, "") + rest).isEqualTo(description + "\n\nOwn.");
            assertThat(rest).startsWith("😀");
        }
    }

    @Test
    void a_description_of_2048_characters_is_short() {
        Tool tool = new Tool("x", "y".repeat(2_048), "{\"type\":\"object\"}", null);

        assertThat(offered(tool, "2.1.152").path("description").asString()).hasSize(2_048);
        assertThat(offered(tool, "2.1.152").path("inputSchema").size()).isEqualTo(1);
    }
}
