package dev.olp.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Tools;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.OfferedTools;
import dev.olp.wire.UnsupportedParameters;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolsReaderTest {
    private static final String F = "{'type':'function','function':{'name':'f'}}";
    private static final String G = "{'type':'function','function':{'name':'g'}}";

    @Test
    void tools_are_read_whole_and_in_their_order() throws Exception {
        Tools tools = read("'tools':[{'type':'function','function':{'name':'get_weather-1','description':'d\u00e9',"
                + "'parameters':{'type':'object','properties':{'b':{'type':'string'},'a':{'$ref':'#/$defs/x'}},'x-y':[1.5,null]},"
                + "'strict':false}}," + F + "]");

        assertThat(tools.offered())
                .containsExactly(
                        new Tool(
                                "get_weather-1",
                                "d\u00e9",
                                text(
                                        "{'type':'object','properties':{'b':{'type':'string'},'a':{'$ref':'#/$defs/x'}},'x-y':[1.5,null]}"),
                                false),
                        new Tool("f", "", text("{'type':'object','properties':{}}"), null));
        assertThat(tools.choice()).isEqualTo(new ToolChoice.Auto());
        assertThat(tools.parallel()).isTrue();
    }

    @Test
    void s29_the_flat_shape_of_responses_is_understood() throws Exception {
        assertThat(read("'tools':[{'type':'function','name':'f','description':'d','parameters':{'properties':{}}}]")
                        .offered())
                .containsExactly(new Tool("f", "d", text("{'type':'object','properties':{}}"), null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'none' | 0 | Auto[]
            'auto' | 2 | Auto[]
            'required' | 2 | Required[]
            {'type':'function','function':{'name':'g'}} | 2 | Named[name=g]
            {'type':'function','name':'g'} | 2 | Named[name=g]
            {'type':'allowed_tools','allowed_tools':{'mode':'required','tools':[{'type':'function','function':{'name':'g'}}]}} | 1 | Required[]
            {'type':'allowed_tools','mode':'auto','tools':[{'type':'function','name':'f'}]} | 1 | Auto[]
            {'type':'allowed_tools','mode':'auto','tools':[]} | 0 | Auto[]
            """)
    void a_choice_says_who_is_offered_and_who_must_be_called(String choice, int offered, String read) throws Exception {
        Tools tools = read("'tools':[" + F + "," + G + "],'parallel_tool_calls':false,'tool_choice':" + choice);

        assertThat(tools.offered()).hasSize(offered);
        assertThat(tools.choice()).hasToString(read);
        assertThat(tools.parallel()).isEqualTo(offered == 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type':'function'} | tools[0].function.name
            {'function':{'name':'f'}} | tools[0].type
            {'type':'function','function':{'name':''}} | tools[0].function.name
            {'type':'function','function':{'name':'a b'}} | tools[0].function.name
            {'type':'function','function':{'name':'ünï'}} | tools[0].function.name
            {'type':'function','function':{'name':'f','parameters':'{}'}} | tools[0].function.parameters
            {'type':'function','function':{'name':'f','parameters':{'type':'array'}}} | tools[0].function.parameters.type
            {'type':'function','function':{'name':'f','parameters':{'type':['object','null']}}} | tools[0].function.parameters.type
            {'type':'function','function':{'name':'f','parameters':{'type':'object','properties':[]}}} | tools[0].function.parameters.properties
            {'type':'function','function':{'name':'f','strict':1}} | tools[0].function.strict
            {'type':'function','function':{'name':'f','description':5}} | tools[0].function.description
            {'type':'function','function':{'name':'f'}},{'type':'function','function':{'name':'f'}} | tools[1].function.name
            """)
    void a_tool_that_is_none_is_refused_by_its_place(String tools, String param) {
        ApiError error = refusal("'tools':[" + tools + "]");

        assertThat(error.code()).isEqualTo("invalid_value");
        assertThat(error.param()).isEqualTo(param);
    }

    @Test
    void tools_that_a_vendor_runs_are_unsupported() {
        ApiError error = refusal("'tools':[" + F + ",{'type':'web_search'}]");

        assertThat(error.code()).isEqualTo("unsupported_parameter");
        assertThat(error.param()).isEqualTo("tools[1].type");
    }

    @Test
    void two_hundred_are_taken_and_no_number_at_all_is_not() throws Exception {
        assertThat(read("'tools':[" + many(200) + "]").offered()).hasSize(200);
        assertThat(refusal("'tools':[" + many(OfferedTools.MAX_TOOLS + 1) + "]").param())
                .isEqualTo("tools");
    }

    private static String many(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> "{'type':'function','function':{'name':'f" + i + "'}}")
                .collect(Collectors.joining(","));
    }

    @Test
    void strictness_is_named_since_nobody_promises_it() throws Exception {
        String strict = "'tools':[{'type':'function','function':{'name':'f','strict':true}}]";

        assertThat(chat(strict, UnsupportedParameters.WARN).ignoredParameters())
                .containsExactly("tools[].function.strict");
        assertThat(catchThrowableOfType(ApiException.class, () -> chat(strict, UnsupportedParameters.REJECT))
                        .error()
                        .code())
                .isEqualTo("unsupported_parameter");
    }

    @Test
    void functions_that_may_not_be_called_are_no_obstacle() throws Exception {
        assertThat(read("'functions':[{'name':'f'}],'function_call':'none'")).isEqualTo(Tools.NONE);
    }

    private static Tools read(String fields) throws ApiException {
        return chat(fields, UnsupportedParameters.WARN).request().tools();
    }

    private static ApiError refusal(String fields) {
        return catchThrowableOfType(ApiException.class, () -> read(fields)).error();
    }

    private static ParsedChat chat(String fields, UnsupportedParameters policy) throws ApiException {
        return ChatRequestReader.read(
                text("{'model':'m','messages':[{'role':'user','content':'q'}]," + fields + "}")
                        .getBytes(StandardCharsets.UTF_8),
                policy);
    }

    private static String text(String json) {
        return json.replace('\'', '"');
    }
}
