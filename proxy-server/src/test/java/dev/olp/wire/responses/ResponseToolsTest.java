package dev.olp.wire.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseToolsTest {
    private static final String FUNCTION =
            "{'type':'function','name':'f','description':'d','strict':false,'parameters':{'type':'object','properties':{'n':{'type':'integer'}}}}";
    private static final String CUSTOM = "{'type':'custom','name':'apply_patch','description':'Patches.',"
            + "'format':{'type':'grammar','syntax':'lark','definition':'start: WORD'}}";
    private static final String NAMESPACE =
            "{'type':'namespace','name':'agents','description':'Agents.','tools':[{'type':'function','name':'spawn'}]}";

    @Test
    void functions_custom_tools_and_those_of_a_namespace_are_offered_in_order() throws Exception {
        Tools tools = read("[" + FUNCTION + "," + CUSTOM + "," + NAMESPACE + "]", "'parallel_tool_calls':false");

        assertThat(tools.offered())
                .containsExactly(
                        new Tool(
                                "f", "d", "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}", false),
                        new Tool(
                                "apply_patch",
                                "Patches.\n\n"
                                        + "The field 'input' holds the whole text, not JSON. It must match this lark"
                                        + " grammar:\n"
                                        + "start: WORD",
                                "{\"type\":\"object\",\"properties\":{\"input\":{\"type\":\"string\",\"description\":"
                                        + "\"The whole input of the tool, as plain text.\"}},\"required\":[\"input\"],"
                                        + "\"additionalProperties\":false}",
                                null),
                        new Tool("agents__spawn", "", "{\"type\":\"object\",\"properties\":{}}", null));
        assertThat(tools.parallel()).isFalse();
    }

    @Test
    void what_the_vendor_would_run_is_left_out_and_named() throws Exception {
        ResponsesRequest request = request(
                "[{'type':'web_search','external_web_access':false},{'type':'tool_search','execution':'client'},"
                        + FUNCTION + "]",
                "'tool_choice':'auto'",
                UnsupportedParameters.WARN);

        assertThat(request.chat().request().tools().offered()).hasSize(1);
        assertThat(request.chat().ignoredParameters()).containsExactly("tools[].tool_search", "tools[].web_search");
    }

    @Test
    void one_can_be_chosen_by_either_kind() throws Exception {
        assertThat(read("[" + CUSTOM + "]", "'tool_choice':{'type':'custom','name':'apply_patch'}")
                        .choice())
                .isEqualTo(new ToolChoice.Named("apply_patch"));
        assertThat(read("[" + FUNCTION + "]", "'tool_choice':{'type':'function','name':'f'}")
                        .choice())
                .isEqualTo(new ToolChoice.Named("f"));
        assertThat(read("[" + FUNCTION + "]", "'tool_choice':'required'").choice())
                .isEqualTo(new ToolChoice.Required());
        assertThat(read("[" + FUNCTION + "]", "'tool_choice':'none'").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        [{'type':'file_search'}]                                    | 'x':null | tools[0].type
        [{'type':'local_shell'}]                                    | 'x':null | tools[0].type
        [{'type':'mcp','server_label':'s'}]                         | 'x':null | tools[0].type
        [{'name':'f'}]                                              | 'x':null | tools[0].type
        [{'type':'function','name':'a b'}]                          | 'x':null | tools[0].name
        [{'type':'function','name':'f'},{'type':'custom','name':'f'}] | 'x':null | tools[1].name
        [{'type':'custom','name':'f','format':{'type':'grammar','syntax':'lark'}}] | 'x':null | tools[0].format.definition
        [{'type':'namespace','name':'n','tools':[{'type':'custom','name':'f'}]}] | 'x':null | tools[0].tools[0].type
        [{'type':'function','name':'f','parameters':{'type':'array'}}] | 'x':null | tools[0].parameters.type
        [{'type':'function','name':'f'}] | 'tool_choice':{'type':'web_search'}        | tool_choice
        [{'type':'function','name':'f'}] | 'tool_choice':{'type':'function','name':'g'} | tool_choice
        [{'type':'web_search'}]          | 'tool_choice':'required'                   | tool_choice
        """)
    void others_are_refused_with_their_place(String tools, String more, String param) {
        assertThatThrownBy(() -> read(tools, more))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error().param()).isEqualTo(param));
    }

    @Test
    void a_name_that_is_too_long_with_its_namespace_is_cut_the_same_way_each_time() {
        String name = ToolNames.flat("mcp__server__", "n".repeat(60));

        assertThat(name)
                .hasSize(64)
                .startsWith("mcp__server__nnn")
                .isEqualTo(ToolNames.flat("mcp__server__", "n".repeat(60)));
        assertThat(name).isNotEqualTo(ToolNames.flat("mcp__server__", "n".repeat(61)));
    }

    private static Tools read(String tools, String more) throws ApiException {
        return request(tools, more, UnsupportedParameters.WARN).chat().request().tools();
    }

    private static ResponsesRequest request(String tools, String more, UnsupportedParameters policy)
            throws ApiException {
        String body = "{'model':'m','input':'q','tools':" + tools + "," + more + "}";
        return ResponsesRequestReader.read(
                body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), policy, NoHistory.NONE);
    }
}
