package dev.olp.features.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.RawHttp;
import dev.olp.features.support.Refusal;
import dev.olp.features.support.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that will not be served: each gets its 4xx on one and the same connection, and no CLI is ever started. In the
 * tables {@code M} stands for a good list of messages, and a quote is written {@code '}.
 */
class RefusedIT {
    private static final String CHAT = "/v1/chat/completions";
    private static final String MESSAGES = "'messages':[{'role':'user','content':'hi'}]";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    private static RawHttp http;

    @BeforeAll
    static void connect() throws IOException {
        http = olp.connect();
    }

    @AfterAll
    static void close() throws IOException {
        http.close();
    }

    @AfterEach
    void nothingWasSpawned() {
        assertThat(olp.notes("starts")).isEmpty();
        assertThat(olp.upstream().recorded()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{", "{]", "{\"a\":1}}", "{\"a\":1,\"a\":2}", "nul", "{\"model\":\"\\ud800\"", "'"})
    void whatIsNoJsonIsRefused(String body) throws IOException {
        Refusal.assertIs(post(body), 400, "invalid_json");
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() throws IOException {
        byte[] body = Bodies.chat("sonnet", "x~x").getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at < body.length; at++) {
            body[at] = body[at] == '~' ? (byte) 0xC3 : body[at];
        }

        Refusal.assertIs(http.post(CHAT, OlpServer.OWNER_TOKEN, body).reply(), 400, "invalid_json");
    }

    @Test
    void jsonThatIsTooDeepIsRefused() throws IOException {
        Refusal.assertIs(post("{\"model\":" + "[".repeat(100_000)), 400, "invalid_json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "42", "\"x\"", "[]", "[42]", "true", "1e999"})
    void jsonThatIsNoObjectIsRefused(String body) throws IOException {
        Refusal.assertIs(post(body), 400, "invalid_value");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|model",
                "{M}|model",
                "{'model':null,M}|model",
                "{'model':'',M}|model",
                "{'model':5,M}|model",
                "{'model':['sonnet'],M}|model",
                "{'model':{},M}|model",
                "{'model':'sonnet'}|messages",
                "{'model':'sonnet','messages':null}|messages",
                "{'model':'sonnet','messages':[]}|messages",
                "{'model':'sonnet','messages':{}}|messages",
                "{'model':'sonnet','messages':'hi'}|messages",
                "{'model':'sonnet','messages':[null]}|messages[0]",
                "{'model':'sonnet','messages':[42]}|messages[0]",
                "{'model':'sonnet','messages':[[]]}|messages[0]",
                "{'model':'sonnet','messages':[{}]}|messages[0].role",
                "{'model':'sonnet','messages':[{'content':'hi'}]}|messages[0].role",
                "{'model':'sonnet','messages':[{'role':'robot','content':'hi'}]}|messages[0].role",
                "{'model':'sonnet','messages':[{'role':5,'content':'hi'}]}|messages[0].role",
                "{'model':'sonnet','messages':[{'role':'user'}]}|messages[0].content",
                "{'model':'sonnet','messages':[{'role':'user','content':null}]}|messages[0].content",
                "{'model':'sonnet','messages':[{'role':'user','content':''}]}|messages[0].content",
                "{'model':'sonnet','messages':[{'role':'user','content':'  '}]}|messages[0].content",
                "{'model':'sonnet','messages':[{'role':'user','content':[]}]}|messages[0].content",
                "{'model':'sonnet','messages':[{'role':'user','content':7}]}|messages[0].content",
                "{'model':'sonnet','messages':[{'role':'user','content':{'type':'text','text':'hi'}}]}|messages[0].content",
                "{'model':'sonnet','messages':[{'role':'user','content':[{'type':'text','text':'a'},{'type':'hologram'}]}]}|messages[0].content[1].type",
                "{'model':'sonnet','messages':[{'role':'user','content':[{'text':'a'}]}]}|messages[0].content[0].type",
                "{'model':'sonnet','messages':[{'role':'user','content':[{'type':'text'}]}]}|messages[0].content[0].text",
                "{'model':'sonnet','messages':[{'role':'user','content':[null]}]}|messages[0].content[0]",
                "{'model':'sonnet','messages':[{'role':'user','content':'a\\u0000b'}]}|messages[0].content",
                "{'model':'sonnet','messages':[{'role':'system','content':'only'}]}|messages",
                "{'model':'sonnet','messages':[{'role':'user','content':'a'},{'role':'assistant','content':'b'}]}|messages",
                "{'model':'sonnet','messages':[{'role':'user','content':'a'},{'role':'assistant'},{'role':'user','content':'a'}]}|messages[1].content",
                "{'model':'sonnet','messages':[{'role':'user','content':'a'},{'role':'tool','tool_call_id':'t','content':'b'}]}|messages[1].tool_call_id",
                "{'model':'sonnet','messages':[{'role':'user','content':'a'},{'role':'assistant','tool_calls':[{'id':'t','type':'function','function':{'name':'f','arguments':'{}'}}]},{'role':'user','content':'b'}]}|messages[1].tool_calls[0].id",
                "{'model':'sonnet',M,'stream':'yes'}|stream",
                "{'model':'sonnet',M,'stream_options':{'include_usage':true}}|stream_options",
                "{'model':'sonnet',M,'stream':true,'stream_options':[]}|stream_options",
                "{'model':'sonnet',M,'max_tokens':0}|max_tokens",
                "{'model':'sonnet',M,'max_tokens':-1}|max_tokens",
                "{'model':'sonnet',M,'max_tokens':'100'}|max_tokens",
                "{'model':'sonnet',M,'max_tokens':1.5}|max_tokens",
                "{'model':'sonnet',M,'max_tokens':99999999999}|max_tokens",
                "{'model':'sonnet',M,'max_tokens':10,'max_completion_tokens':0}|max_completion_tokens",
                "{'model':'sonnet',M,'max_completion_tokens':true}|max_completion_tokens",
                "{'model':'sonnet',M,'stop':5}|stop",
                "{'model':'sonnet',M,'stop':['a','b','c','d','e']}|stop",
                "{'model':'sonnet',M,'stop':['a','']}|stop[1]",
                "{'model':'sonnet',M,'stop':['a',null]}|stop[1]",
                "{'model':'sonnet',M,'temperature':'hot'}|temperature",
                "{'model':'sonnet',M,'n':0}|n",
                "{'model':'sonnet',M,'reasoning_effort':'huge'}|reasoning_effort",
                "{'model':'sonnet',M,'tool_choice':'maybe'}|tool_choice",
                "{'model':'sonnet',M,'tool_choice':'required'}|tool_choice",
                "{'model':'sonnet',M,'tool_choice':{'type':'function','function':{'name':'f'}}}|tool_choice",
                "{'model':'sonnet',M,'tool_choice':{'type':'allowed_tools','mode':'required','tools':[]}}|tool_choice",
                "{'model':'sonnet',M,'tools':[5]}|tools[0]",
                "{'model':'sonnet',M,'tools':{}}|tools",
            })
    void aValueThatIsWrongIsNamed(String body, String param) throws IOException {
        Refusal.assertIs(post(body.replace("M", MESSAGES).replace('\'', '"')), 400, "invalid_value", param);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'n':2|n",
                "'logprobs':true|logprobs",
                "'top_logprobs':3|top_logprobs",
                "'modalities':['text','audio']|modalities",
                "'audio':{'voice':'x'}|audio",
                "'prediction':{'type':'content','content':'x'}|prediction",
                "'tool_choice':{'type':'custom','custom':{'name':'f'}}|tool_choice",
                "'tools':[{'type':'web_search'}]|tools[0].type",
                "'functions':[{'name':'f'}]|functions",
                "'function_call':{'name':'f'}|function_call",
            })
    void whatCannotBeHonouredIsRefusedAndNotAnsweredInProse(String member, String param) throws IOException {
        String body = "{\"model\":\"sonnet\"," + (MESSAGES + "," + member).replace('\'', '"') + "}";

        Refusal.assertIs(post(body), 400, "unsupported_parameter", param);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'model':'sonnet','input':'hi'}|input",
                "{'model':'sonnet','input':[{'role':'user','content':'hi'}],'instructions':'be brief','tools':[{'type':'function','name':'f'}]}|input",
                "{'model':'sonnet','instructions':'be brief'}|instructions",
            })
    void aBodyOfTheResponsesApiIsToldWhereItBelongs(String body, String param) throws IOException {
        Reply reply = post(body.replace('\'', '"'));

        Refusal.assertIs(reply, 400, "invalid_value", param);
        assertThat(reply.json().at("/error/message").asString("")).contains("/v1/responses", "messages");
    }

    @ParameterizedTest
    @CsvSource({
        "user,sonnet,https://example.org/cat.png",
        "user,sonnet,http://169.254.169.254/latest/meta-data",
        "user,sonnet,file:///etc/passwd",
        "user,sonnet,'data:image/svg+xml;base64,AAAA'",
        "user,sonnet,'data:text/html;base64,AAAA'",
        "user,sonnet,'data:image/png;base64,AAA'",
        "user,sonnet,'data:image/png;base64,!!!!'",
        "user,sonnet,'data:image/png,AAAA'",
        "user,sonnet,'data:image/png;base64,/9j/4AAQ'",
        "system,sonnet,'data:image/png;base64,AAAA'",
        "user,codex-spark,'data:image/png;base64,AAAA'",
        "user,devstral,'data:image/png;base64,AAAA'",
    })
    void anImageThatNobodyWouldSeeIsRefused(String role, String model, String url) throws IOException {
        String image = "{\"role\":" + Bodies.quote(role)
                + ",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":" + Bodies.quote(url) + "}}]}";

        Refusal.assertIs(
                post(Bodies.chat(model, false, image, Bodies.message("user", "what is it?"))), 400, "invalid_value");
    }

    @Test
    void anImagePastTheBodysCapIsRefused() throws IOException {
        String image = Base64.getEncoder().encodeToString(new byte[12 << 20]);
        String body = Bodies.chat(
                "sonnet",
                false,
                "{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,"
                        + image + "\"}}]}");

        Refusal.assertIs(olp.chat(body), 413, "request_too_large");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-such-model",
                "__proto__",
                "constructor",
                "openai/claude-opus-5",
                "anthropic/gpt-5.5",
                "gpt-4o",
                "/",
                "anthropic/",
                ":latest",
                "../sonnet",
                "sonnet\\n",
                "--help",
                " sonnet"
            })
    void anUnknownModelIsRefused(String model) throws IOException {
        Refusal.assertIs(post(Bodies.chat(model, "hi")), 404, "model_not_found", "model");
        Refusal.assertIs(post(Bodies.stream(model, "hi")), 404, "model_not_found", "model");
    }

    @Test
    void aNearlyRightModelIsToldTheRightOnes() throws IOException {
        Reply reply = post(Bodies.chat("claude-opus-4.8", "hi"));

        Refusal.assertIs(reply, 404, "model_not_found", "model");
        assertThat(reply.json().at("/error/message").asString("")).contains("claude-opus-4-8");
    }

    @Test
    void aModelNameThatIsTooLongIsRefused() throws IOException {
        Refusal.assertIs(post(Bodies.chat("x".repeat(257), "hi")), 400, "invalid_value", "model");
    }

    private static Reply post(String body) throws IOException {
        return http.post(CHAT, OlpServer.OWNER_TOKEN, body.getBytes(StandardCharsets.UTF_8))
                .reply();
    }
}
