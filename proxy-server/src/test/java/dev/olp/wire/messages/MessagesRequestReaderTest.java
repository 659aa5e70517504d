package dev.olp.wire.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.Part;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.Thought;
import dev.olp.provider.Tool;
import dev.olp.provider.ToolChoice;
import dev.olp.provider.Turn;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import dev.olp.wire.chat.ParsedChat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessagesRequestReaderTest {
    private static final String BETA = "anthropic-beta.some-2025-01-01";
    private static final String HISTORY = """
            {'role':'user','content':[{'type':'text','text':'a'},{'type':'text','text':'b'}]},
            {'role':'assistant','content':[{'type':'thinking','thinking':'hm','signature':'s'},{'type':'text','text':'c'},
              {'type':'tool_use','id':'t1','name':'one','input':{'x':1}},{'type':'tool_use','id':'t2','name':'two','input':{}}]},
            {'role':'user','content':[
              {'type':'tool_result','tool_use_id':'t2','content':'two','is_error':true},
              {'type':'tool_result','tool_use_id':'t1','content':[{'type':'image','source':{'type':'base64','media_type':'image/png','data':'iVBORw0KGgo='}}]},
              {'type':'text','text':'go on'}]}
            """;

    @Test
    void the_parts_of_a_message_become_turns_in_order() throws Exception {
        ParsedChat chat =
                read("'max_tokens':5,'system':[{'type':'text','text':'s'}],'stream':true,'messages':[" + HISTORY + "]");

        assertThat(chat.request().system()).containsExactly("s");
        assertThat(chat.request().maxTokens()).isEqualTo(5);
        assertThat(chat.stream()).isTrue();
        assertThat(chat.hasImages()).isTrue();
        assertThat(chat.request().turns())
                .containsExactly(
                        new Turn.User(List.of(new Part.Text("a"), new Part.Text("b"))),
                        new Turn.Assistant(List.of(
                                new Thought(Thought.ANTHROPIC, "hm", "s"),
                                new Part.Text("c"),
                                new Turn.ToolCall("t1", "one", "{\"x\":1}"),
                                new Turn.ToolCall("t2", "two", "{}"))),
                        new Turn.Tool("t2", List.of(new Part.Text("two")), true),
                        new Turn.Tool("t1", List.of(new Part.Image("image/png", "iVBORw0KGgo=")), false),
                        new Turn.User(List.of(new Part.Text("go on"))));
        assertThat(chat.ignoredParameters()).containsExactly(BETA);
    }

    @Test
    void thoughts_keep_their_place_and_their_seals_and_one_without_a_seal_is_named() throws Exception {
        ParsedChat chat = read("""
                'max_tokens':5,'messages':[{'role':'user','content':'q'},
                {'role':'assistant','content':[{'type':'redacted_thinking','data':'d/+='},{'type':'text','text':'a'},
                  {'type':'thinking','thinking':'','signature':'olp:openai:gAAA:b'},
                  {'type':'thinking','thinking':'lost','signature':''},{'type':'text','text':'b'}]},
                {'role':'assistant','content':[{'type':'thinking','thinking':'cut off','signature':'s'}]},
                {'role':'user','content':'go on'}]""");

        assertThat(chat.request().turns())
                .containsExactly(
                        new Turn.User(List.of(new Part.Text("q"))),
                        new Turn.Assistant(List.of(
                                new Thought(Thought.ANTHROPIC_REDACTED, "", "d/+="),
                                new Part.Text("a"),
                                new Thought(Thought.OPENAI, "", "gAAA:b"),
                                new Part.Text("b"))),
                        new Turn.User(List.of(new Part.Text("go on"))));
        assertThat(chat.ignoredParameters()).containsExactly(BETA, "messages[].content[].thinking");
    }

    @Test
    void tools_and_the_choice_among_them_are_read() throws Exception {
        ParsedChat chat = read("'max_tokens':5,'messages':[{'role':'user','content':'q'}],"
                + "'tools':[{'name':'one','description':'d','input_schema':{'type':'object'},'cache_control':{'type':'ephemeral'}}],"
                + "'tool_choice':{'type':'tool','name':'one','disable_parallel_tool_use':true}");

        assertThat(chat.request().tools().offered()).singleElement().satisfies(tool -> {
            assertThat(tool.name()).isEqualTo("one");
            assertThat(tool.description()).isEqualTo("d");
            assertThat(tool.inputSchema()).isEqualTo("{\"type\":\"object\"}");
        });
        assertThat(chat.request().tools().choice()).isEqualTo(new ToolChoice.Named("one"));
        assertThat(chat.request().tools().parallel()).isFalse();
        assertThat(chat.marked()).isTrue();
        assertThat(chat.ignoredParameters()).containsExactly(BETA, "tools[].cache_control");
    }

    @Test
    void a_deferred_tool_is_offered_once_a_result_has_loaded_it() throws Exception {
        ParsedChat chat = read("'max_tokens':5,'tools':[{'name':'ToolSearch','input_schema':{}},"
                + "{'name':'one','input_schema':{},'defer_loading':true},{'name':'two','input_schema':{},'defer_loading':true}],"
                + "'messages':[{'role':'user','content':'q'},"
                + "{'role':'assistant','content':[{'type':'tool_use','id':'t1','name':'ToolSearch','input':{}}]},"
                + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1','content':"
                + "[{'type':'tool_reference','tool_name':'two'}]}]}]");

        assertThat(chat.request().tools().offered()).map(Tool::name).containsExactly("ToolSearch", "two");
        assertThat(chat.request().turns().getLast())
                .isEqualTo(new Turn.Tool("t1", List.of(new Part.Text("The tool two can be called now.")), false));
        assertThat(chat.ignoredParameters()).containsExactly(BETA);
    }

    @Test
    void what_claude_code_tells_anthropics_servers_is_not_told_the_model() throws Exception {
        ParsedChat chat = read("'max_tokens':5,'messages':[{'role':'user','content':'q'}],'system':["
                + "{'type':'text','text':'x-anthropic-billing-header: cc_version=2.1.332.45f; cc_entrypoint=sdk-cli;'},"
                + "{'type':'text','text':'You are a Claude agent.'}]");

        assertThat(chat.request().system()).containsExactly("You are a Claude agent.");
        assertThat(chat.ignoredParameters()).containsExactly(BETA, "system.x-anthropic-billing-header");
    }

    @Test
    void system_messages_stand_behind_the_system_text() throws Exception {
        ParsedChat chat = read("'max_tokens':5,'system':'s','messages':[{'role':'user','content':'q'},"
                + "{'role':'system','content':[{'type':'text','text':'late'}]}]");

        assertThat(chat.request().system()).containsExactly("s", "late");
        assertThat(chat.request().turns()).containsExactly(new Turn.User(List.of(new Part.Text("q"))));
    }

    @Test
    void what_no_cli_takes_is_named() throws Exception {
        ParsedChat chat = read("'max_tokens':5,'messages':[{'role':'user','content':'q'}],'temperature':0,'top_k':5,"
                + "'thinking':{'type':'enabled','budget_tokens':2000},'output_config':{'effort':'high'},'mcp_servers':[],"
                + "'metadata':{'user_id':'ada'},'stop_sequences':['x','y']");

        assertThat(chat.ignoredParameters()).containsExactly(BETA, "temperature", "thinking.budget_tokens", "top_k");
        assertThat(chat.request().effort()).isEqualTo(ReasoningEffort.HIGH);
        assertThat(chat.request().stop()).containsExactly("x", "y");
        assertThat(chat.user()).isEqualTo("ada");
        assertThat(chat.repeatable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    max_tokens | 'messages':[{'role':'user','content':'q'}]
                    messages | 'max_tokens':1,'messages':[]
                    messages | 'max_tokens':1,'messages':[{'role':'user','content':'q'},{'role':'assistant','content':'begun'}]
                    messages[0].role | 'max_tokens':1,'messages':[{'role':'tool','content':'q'}]
                    messages[0].content | 'max_tokens':1,'messages':[{'role':'user','content':''}]
                    messages[0].content[0].tool_use_id | 'max_tokens':1,'messages':[{'role':'user','content':[{'type':'tool_result','tool_use_id':'t'}]}]
                    messages[1].content[0].id | 'max_tokens':1,'messages':[{'role':'user','content':'q'},{'role':'assistant','content':[{'type':'tool_use','id':'t','name':'n','input':{}}]},{'role':'user','content':'x'}]
                    messages[0].content[0].type | 'max_tokens':1,'messages':[{'role':'user','content':[{'type':'document','source':{}}]}]
                    messages[0].content[0].source.type | 'max_tokens':1,'messages':[{'role':'user','content':[{'type':'image','source':{'type':'url','url':'http://x'}}]}]
                    tools[0].type | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'tools':[{'type':'web_search_20250305','name':'web_search'}]
                    tools[1].name | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'tools':[{'name':'a','input_schema':{}},{'name':'a','input_schema':{}}]
                    tools[0].name | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'tools':[{'name':'a b','input_schema':{}}]
                    tools[0].input_schema | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'tools':[{'name':'a'}]
                    tool_choice.name | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'tool_choice':{'type':'tool','name':'a'}
                    tool_choice | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'tool_choice':{'type':'any'}
                    mcp_servers | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'mcp_servers':[{'url':'x'}]
                    thinking.type | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'thinking':{'type':'on'}
                    output_config.effort | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'output_config':{'effort':'huge'}
                    output_config.format.schema | 'max_tokens':1,'messages':[{'role':'user','content':'q'}],'output_config':{'format':{'type':'json_schema'}}
                    """)
    void what_is_wrong_is_refused_with_its_place(String param, String body) {
        assertThatThrownBy(() -> read(body)).isInstanceOfSatisfying(ApiException.class, e -> {
            assertThat(e.error().status()).isEqualTo(400);
            assertThat(e.error().param()).isEqualTo(param);
        });
    }

    @Test
    void counting_needs_no_cap() throws Exception {
        byte[] body = json("'model':'m','messages':[{'role':'user','content':'q'}]");

        assertThat(MessagesRequestReader.readToCount(body, UnsupportedParameters.WARN, List.of())
                        .request()
                        .maxTokens())
                .isNull();
    }

    private static ParsedChat read(String fields) throws ApiException {
        return MessagesRequestReader.read(
                json("'model':'m'," + fields), UnsupportedParameters.WARN, List.of("some-2025-01-01"));
    }

    private static byte[] json(String fields) {
        return ("{" + fields + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
