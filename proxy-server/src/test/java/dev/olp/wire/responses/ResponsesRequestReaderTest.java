package dev.olp.wire.responses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.OutputFormat;
import dev.olp.provider.Part;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ParsedChat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponsesRequestReaderTest {
    private static final String Q = "{'role':'user','content':'q'}";
    private static final String CALL = "{'type':'function_call','call_id':'c1','name':'f','arguments':'{}'}";
    private static final String OUTPUT = "{'type':'function_call_output','call_id':'c1','output':'r'}";

    @Test
    void a_string_is_what_the_user_says() throws Exception {
        ParsedChat chat = read("'input':'hello','instructions':'be brief','max_output_tokens':7,"
                + "'reasoning':{'effort':'high','summary':'auto'},'stream':true,'user':'ada','temperature':0");

        assertThat(chat.request().system()).containsExactly("be brief");
        assertThat(chat.request().turns()).containsExactly(user("hello"));
        assertThat(chat.request().maxTokens()).isEqualTo(7);
        assertThat(chat.request().effort()).isEqualTo(ReasoningEffort.HIGH);
        assertThat(chat.stream()).isTrue();
        assertThat(chat.user()).isEqualTo("ada");
        assertThat(chat.repeatable()).isTrue();
        assertThat(chat.ignoredParameters()).containsExactly("temperature");
    }

    @Test
    void items_become_turns_and_what_the_model_said_and_called_is_one() throws Exception {
        ParsedChat chat = read(input(
                "{'type':'message','role':'developer','content':[{'type':'input_text','text':'d'}]}",
                Q,
                "{'type':'reasoning','id':'rs_1','summary':[{'type':'summary_text','text':'hm'}],'encrypted_content':'xx'}",
                "{'type':'reasoning','id':'rs_2','summary':[],'encrypted_content':'olp:anthropic:sig'}",
                "{'type':'reasoning','id':'rs_3','summary':[{'type':'summary_text','text':'no seal'}]}",
                "{'type':'message','role':'assistant','id':'msg_1','status':'completed','content':[{'type':'output_text','text':'a','annotations':[]}]}",
                CALL,
                "{'type':'custom_tool_call','call_id':'c2','name':'patch','input':'*** \\\"x\\\"'}",
                "{'type':'custom_tool_call_output','call_id':'c2','output':[{'type':'input_text','text':'ok'},{'type':'input_image','image_url':'data:image/png;base64,iVBORw0KGgo='}]}",
                OUTPUT,
                "{'type':'function_call','call_id':'c3','name':'spawn','namespace':'agents','arguments':'{\\\"n\\\":1}'}",
                "{'type':'function_call_output','call_id':'c3','output':''}"));

        assertThat(chat.request().system()).containsExactly("d");
        assertThat(chat.request().turns())
                .containsExactly(
                        user("q"),
                        new Turn.Assistant(List.of(
                                new Thought(Thought.OPENAI, "hm", "xx"),
                                new Thought(Thought.ANTHROPIC, "", "sig"),
                                new Part.Text("a"),
                                new Turn.ToolCall("c1", "f", "{}"),
                                new Turn.ToolCall("c2", "patch", "{\"input\":\"*** \\\"x\\\"\"}"))),
                        new Turn.Tool(
                                "c2", List.of(new Part.Text("ok"), new Part.Image("image/png", "iVBORw0KGgo=")), false),
                        new Turn.Tool("c1", List.of(new Part.Text("r")), false),
                        new Turn.Assistant("", List.of(new Turn.ToolCall("c3", "agents__spawn", "{\"n\":1}"))),
                        new Turn.Tool("c3", List.of(), false));
        assertThat(chat.hasImages()).isTrue();
        assertThat(chat.ignoredParameters()).containsExactly("input[].reasoning");
    }

    @Test
    void what_stands_between_a_call_and_its_output_waits_for_it() throws Exception {
        ParsedChat chat = read(input(Q, CALL, "{'role':'user','content':'wait'}", OUTPUT));

        assertThat(chat.request().turns())
                .containsExactly(
                        user("q"),
                        new Turn.Assistant("", List.of(new Turn.ToolCall("c1", "f", "{}"))),
                        new Turn.Tool("c1", List.of(new Part.Text("r")), false),
                        user("wait"));
    }

    @Test
    void a_call_id_that_comes_again_later_is_told_apart() throws Exception {
        ParsedChat chat = read(input(Q, CALL, OUTPUT, CALL, OUTPUT));

        assertThat(chat.request().turns().subList(3, 5))
                .containsExactly(
                        new Turn.Assistant("", List.of(new Turn.ToolCall("c1_1", "f", "{}"))),
                        new Turn.Tool("c1_1", List.of(new Part.Text("r")), false));
    }

    @Test
    void what_changes_nothing_is_accepted_and_what_no_cli_takes_is_named() throws Exception {
        ParsedChat chat =
                read("'input':'q','store':false,'metadata':{'a':'b'},'prompt_cache_key':'k','service_tier':'auto',"
                        + "'client_metadata':{'x':'y'},'include':['reasoning.encrypted_content','message.output_text.logprobs'],'text':{'verbosity':'low'},"
                        + "'truncation':'auto','top_p':0.5,'surprise':1,'parallel_tool_calls':true,'top_logprobs':0");

        assertThat(chat.ignoredParameters())
                .containsExactly(
                        "include.message.output_text.logprobs", "surprise", "text.verbosity", "top_p", "truncation");
    }

    @Test
    void a_format_is_asked_for_and_echoed() throws Exception {
        String format = "{'type':'json_schema','name':'n','strict':true,'schema':{'type':'object'}}";

        ParsedChat chat = read("'input':'q','text':{'format':" + format + "}");

        assertThat(chat.request().format()).isEqualTo(new OutputFormat.JsonSchema("n", "", "{\"type\":\"object\"}"));
        assertThat(read("'input':'q','text':{'format':{'type':'text'}}")
                        .request()
                        .format())
                .isEqualTo(new OutputFormat.Text());
        assertThat(chat.ignoredParameters()).isEmpty();
    }

    @Test
    void an_operator_can_have_them_refused() {
        assertThatThrownBy(() -> ResponsesRequestReader.read(
                        json("'model':'m','input':'q','top_p':0.5"), UnsupportedParameters.REJECT, NoHistory.NONE))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error().param()).isEqualTo("top_p"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        'x':1                                             | invalid_value         | input
        'input':[]                                        | invalid_value         | input
        'input':'  '                                      | invalid_value         | input
        'input':5                                         | invalid_value         | input
        'messages':[]                                     | invalid_value         | messages
        'input':[7]                                       | invalid_value         | input[0]
        'input':[{'role':'tool','content':'x'}]           | invalid_value         | input[0].role
        'input':[{'role':'assistant','content':'x'}]      | invalid_value         | input
        'input':[{'role':'system','content':'x'}]         | invalid_value         | input
        'input':[{'role':'user','content':[{'type':'input_file','file_id':'f'}]}]      | unsupported_parameter | input[0].content[0].type
        'input':[{'role':'user','content':[{'type':'input_image','file_id':'f'}]}]     | unsupported_parameter | input[0].content[0].file_id
        'input':[{'role':'user','content':[{'type':'input_image','image_url':'http://192.0.2.1/a.png'}]}] | invalid_value | input[0].content[0].image_url
        'input':[{'role':'assistant','content':[{'type':'input_image','image_url':'x'}]}] | invalid_value | input[0].content[0].type
        'input':[{'type':'function_call_output','call_id':'c','output':'x'}]           | invalid_value | input[0].call_id
        'input':[{'role':'user','content':'q'},{'type':'function_call','call_id':'c','name':'f','arguments':'{}'}] | invalid_value | input[1].call_id
        'input':[{'type':'function_call','call_id':'c','name':'f','arguments':'no'}]   | invalid_value | input[0].arguments
        'input':[{'type':'computer_call','call_id':'c'}]  | unsupported_parameter | input[0].type
        'input':[{'type':'item_reference','id':'c'}]      | item_not_found        | input[0].id
        'input':'q','previous_response_id':'resp_1'       | previous_response_not_found | previous_response_id
        'input':'q','background':true                     | unsupported_parameter | background
        'input':'q','conversation':'conv_1'               | unsupported_parameter | conversation
        'input':'q','prompt':{'id':'p'}                   | unsupported_parameter | prompt
        'input':'q','top_logprobs':3                      | unsupported_parameter | top_logprobs
        'input':'q','text':{'format':{'type':'xml'}}      | invalid_value         | text.format.type
        'input':'q','max_output_tokens':0                 | invalid_value         | max_output_tokens
        'input':'q','reasoning':{'effort':'huge'}         | invalid_value         | reasoning.effort
        'input':'q','metadata':'x'                        | invalid_value         | metadata
        'input':'q','include':[1]                         | invalid_value         | include[0]
        """)
    void what_is_wrong_is_refused_with_its_place(String fields, String code, String param) {
        assertThatThrownBy(() -> read(fields)).isInstanceOfSatisfying(ApiException.class, e -> {
            assertThat(e.error().code()).isEqualTo(code);
            assertThat(e.error().param()).isEqualTo(param);
        });
    }

    @Test
    void calls_of_one_answer_cannot_share_an_id_nor_begin_amid_the_outputs() {
        assertThatThrownBy(() -> read(input(Q, CALL, CALL, OUTPUT))).isInstanceOf(ApiException.class);
        assertThatThrownBy(() -> read(input(Q, CALL, CALL.replace("c1", "c2"), OUTPUT, CALL.replace("c1", "c3"))))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.error().param()).isEqualTo("input[2].call_id"));
    }

    private static Turn user(String text) {
        return new Turn.User(List.of(new Part.Text(text)));
    }

    private static String input(String... items) {
        return "'input':[" + String.join(",", items) + "]";
    }

    private static ParsedChat read(String fields) throws ApiException {
        return ResponsesRequestReader.read(json("'model':'m'," + fields), UnsupportedParameters.WARN, NoHistory.NONE)
                .chat();
    }

    private static byte[] json(String fields) {
        return ("{" + fields.replace('\'', '"') + "}").getBytes(StandardCharsets.UTF_8);
    }
}
