package dev.olp.wire.chat;

import static dev.olp.wire.chat.ChatReading.USER;
import static dev.olp.wire.chat.ChatReading.bytes;
import static dev.olp.wire.chat.ChatReading.chat;
import static dev.olp.wire.chat.ChatReading.chatWith;
import static dev.olp.wire.chat.ChatReading.read;
import static dev.olp.wire.chat.ChatReading.readWith;
import static dev.olp.wire.chat.ChatReading.refusal;
import static dev.olp.wire.chat.ChatReading.refusalWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.olp.provider.ReasoningEffort;
import dev.olp.wire.ApiError;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a chat may ask for beside its messages. */
class ChatParametersTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'max_tokens':5 | 5
            'max_completion_tokens':6 | 6
            'max_tokens':5,'max_completion_tokens':6 | 6
            'max_completion_tokens':6,'max_tokens':5 | 6
            'max_tokens':5,'max_completion_tokens':null | 5
            """)
    void s34_both_caps_are_understood_and_the_newer_wins(String fields, int expected) throws Exception {
        assertThat(readWith(fields).request().maxTokens()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'max_tokens':0 | max_tokens
            'max_tokens':-1 | max_tokens
            'max_tokens':'5' | max_tokens
            'max_tokens':1.5 | max_tokens
            'max_tokens':99999999999999999999999 | max_tokens
            'max_completion_tokens':[] | max_completion_tokens
            'stop':'' | stop
            'stop':5 | stop
            'stop':['a',''] | stop[1]
            'stop':['a',1] | stop[1]
            'stop':['a','b','c','d','e'] | stop
            'stream':'true' | stream
            'stream':1 | stream
            'stream_options':{'include_usage':true} | stream_options
            'stream':true,'stream_options':[] | stream_options
            'stream':true,'stream_options':{'include_usage':'yes'} | stream_options.include_usage
            'n':0 | n
            'n':'1' | n
            'n':1.0 | n
            'logprobs':1 | logprobs
            'top_logprobs':'x' | top_logprobs
            'modalities':'text' | modalities
            'modalities':[1] | modalities[0]
            'reasoning_effort':'enormous' | reasoning_effort
            'reasoning_effort':3 | reasoning_effort
            'response_format':'json' | response_format
            'response_format':{} | response_format.type
            'response_format':{'type':'xml'} | response_format.type
            'tools':{} | tools
            'tools':[1] | tools[0]
            'functions':'f' | functions
            'tool_choice':5 | tool_choice
            'tool_choice':'sometimes' | tool_choice
            'tool_choice':{} | tool_choice.type
            'tool_choice':{'type':'odd'} | tool_choice.type
            'tool_choice':{'type':'allowed_tools'} | tool_choice.mode
            'tool_choice':'required' | tool_choice
            'tool_choice':{'type':'function','function':{'name':'f'}} | tool_choice
            'tool_choice':{'type':'function'} | tool_choice.function.name
            'tool_choice':{'type':'allowed_tools','mode':'required'} | tool_choice
            'tool_choice':{'type':'allowed_tools','mode':'auto','tools':[{'type':'function','name':'f'}]} | tool_choice.tools[0]
            'parallel_tool_calls':1 | parallel_tool_calls
            'function_call':'maybe' | function_call
            'temperature':'hot' | temperature
            'top_p':[] | top_p
            'seed':'s' | seed
            'logit_bias':[] | logit_bias
            'user':5 | user
            'metadata':[] | metadata
            'store':'no' | store
            """)
    void a_value_of_the_wrong_kind_is_refused_with_its_field(String fields, String param) {
        ApiError error = refusalWith(fields);

        assertThat(error.code()).isEqualTo("invalid_value");
        assertThat(error.param()).isEqualTo(param);
    }

    @Test
    void s35_stop_is_a_string_or_up_to_four() throws Exception {
        assertThat(readWith("'stop':'a'").request().stop()).containsExactly("a");
        assertThat(readWith("'stop':['a','b','c','d']").request().stop()).containsExactly("a", "b", "c", "d");
        assertThat(readWith("'stop':null").request().stop()).isEmpty();
        assertThat(readWith("'stop':[]").request().stop()).isEmpty();
        assertThat(refusalWith("'stop':'" + "x".repeat(1025) + "'").param()).isEqualTo("stop");
    }

    @Test
    void s37_sampling_fields_never_fail_and_are_named() throws Exception {
        assertThat(readWith(
                                "'temperature':1,'top_p':0.9,'seed':42,'presence_penalty':0,'frequency_penalty':-0.5,"
                                        + "'logit_bias':{'5':1},'temperature_last':null,'foo':{'a':[1]},'parallel_tool_calls':true")
                        .ignoredParameters())
                .containsExactly(
                        "foo", "frequency_penalty", "logit_bias", "presence_penalty", "seed", "temperature", "top_p");
        assertThat(readWith("'temperature':null,'n':1,'logprobs':false,'top_logprobs':0,'modalities':['text'],"
                                + "'response_format':{'type':'text'},'tools':[],'tool_choice':null")
                        .ignoredParameters())
                .isEmpty();
    }

    @Test
    void under_reject_a_field_that_would_be_ignored_is_refused() {
        ApiError error = catchThrowableOfType(
                        ApiException.class,
                        () -> ChatRequestReader.read(bytes(chatWith("'temperature':1")), UnsupportedParameters.REJECT))
                .error();

        assertThat(error.code()).isEqualTo("unsupported_parameter");
        assertThat(error.param()).isEqualTo("temperature");
    }

    @Test
    void bookkeeping_fields_are_accepted_silently_even_under_reject() throws Exception {
        String fields = "'user':'u','metadata':{'a':'b'},'store':true,'service_tier':'auto','safety_identifier':'s',"
                + "'prompt_cache_key':'k','prompt_cache_retention':'24h','prompt_cache_options':{}";

        ParsedChat chat = ChatRequestReader.read(bytes(chatWith(fields)), UnsupportedParameters.REJECT);

        assertThat(chat.ignoredParameters()).isEmpty();
        assertThat(chat.user()).isEqualTo("u");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'tool_choice':{'type':'custom','custom':{'name':'f'}} | tool_choice
            'functions':[{'name':'f'}] | functions
            'function_call':{'name':'f'} | function_call
            'n':2 | n
            'logprobs':true | logprobs
            'top_logprobs':3 | top_logprobs
            'modalities':['text','audio'] | modalities
            'audio':{'voice':'x'} | audio
            'prediction':{'type':'content'} | prediction
            """)
    void s38_what_can_not_be_given_is_refused_by_name(String fields, String param) {
        ApiError error = refusalWith("'tools':[{'type':'function','function':{'name':'f'}}]," + fields);

        assertThat(error.status()).isEqualTo(400);
        assertThat(error.code()).isEqualTo("unsupported_parameter");
        assertThat(error.param()).isEqualTo(param);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai/gpt-4o", "claude-x:latest", "Claude-X", "__proto__", "ünï"})
    void s39_any_model_name_is_handed_on_as_asked(String model) throws Exception {
        assertThat(read("{'model':'%s','messages':[%s]}".formatted(model, USER)).requestedModel())
                .isEqualTo(model);
    }

    @Test
    void s39_a_huge_model_name_is_refused() {
        assertThat(refusal("{'model':'%s','messages':[%s]}".formatted("x".repeat(257), USER))
                        .param())
                .isEqualTo("model");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'stream':true | true | false
            'stream':true,'stream_options':{'include_usage':true} | true | true
            'stream':true,'stream_options':{'include_usage':false} | true | false
            'stream':true,'stream_options':{'include_usage':null,'include_obfuscation':false} | true | false
            'stream':null,'stream_options':null | false | false
            """)
    void s60_usage_is_included_where_asked_for(String fields, boolean stream, boolean includeUsage) throws Exception {
        ParsedChat chat = readWith(fields);

        assertThat(chat.stream()).isEqualTo(stream);
        assertThat(chat.includeUsage()).isEqualTo(includeUsage);
        assertThat(chat.ignoredParameters()).isEmpty();
    }

    @Test
    void each_reasoning_effort_is_known() throws Exception {
        for (ReasoningEffort effort : ReasoningEffort.values()) {
            String name = effort.name().toLowerCase(java.util.Locale.ROOT);
            assertThat(readWith("'reasoning_effort':'" + name + "'").request().effort())
                    .isEqualTo(effort);
        }
    }

    @Test
    void fields_of_messages_that_are_ignored_are_named_once() throws Exception {
        assertThat(read(chat("{'role':'user','name':'bob','content':[{'type':'text','text':'a','cache_control':{}}]},"
                                + "{'role':'user','name':'eve','x':null,'content':'b'}"))
                        .ignoredParameters())
                .containsExactly("messages[].content[].cache_control", "messages[].name");
    }

    @Test
    void names_in_the_header_are_safe_and_bounded() throws Exception {
        StringBuilder fields = new StringBuilder("'a\\r\\nb, c%':1,'ü':1,'" + "y".repeat(500) + "':1");
        for (int i = 0; i < 40; i++) {
            fields.append(",'z").append(i).append("':1");
        }
        List<String> names = readWith(fields.toString()).ignoredParameters();

        assertThat(names)
                .contains("a%0D%0Ab%2C%20c%25", "%C3%BC", "y".repeat(80), "and-11-more")
                .hasSize(33);
        assertThat(String.join(", ", names)).matches("[A-Za-z0-9_.\\-\\[\\]%, ]+");
    }
}
