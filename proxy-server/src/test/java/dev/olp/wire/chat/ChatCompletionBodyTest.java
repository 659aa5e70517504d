package dev.olp.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChatCompletionBodyTest {
    @Test
    void a_body_has_every_field_of_openai() {
        assertThat(render("a\uD800é", null))
                .isEqualTo(
                        ("{'id':'chatcmpl-1','object':'chat.completion','created':5,'model':'m','choices':[{'index':0,"
                                        + "'message':{'role':'assistant','content':'a\uFFFDé','refusal':null},"
                                        + "'finish_reason':'stop','logprobs':null}],"
                                        + "'usage':{'prompt_tokens':12,'completion_tokens':7,'total_tokens':19,"
                                        + "'prompt_tokens_details':{'cached_tokens':3},"
                                        + "'completion_tokens_details':{'reasoning_tokens':2}},'system_fingerprint':null}")
                                .replace('\'', '"'));
    }

    @Test
    void reasoning_stands_beside_the_content() {
        assertThat(render("a", "hm")).contains("\"refusal\":null,\"reasoning_content\":\"hm\"}");
    }

    @Test
    void calls_stand_in_the_message_and_an_empty_text_beside_them_is_null() {
        List<Turn.ToolCall> calls = List.of(
                new Turn.ToolCall("call_1", "get_weather", "{\"city\":\"Berlin\"}"),
                new Turn.ToolCall("call_2", "get_time", "{\"ci"));

        assertThat(render("", null, calls, FinishReason.TOOL_CALLS))
                .contains(
                        "'message':{'role':'assistant','content':null,'refusal':null,'tool_calls':[".replace('\'', '"')
                                + "{'id':'call_1','type':'function','function':{'name':'get_weather','arguments':'{\\~city\\~:\\~Berlin\\~}'}},"
                                        .replace('\'', '"')
                                        .replace('~', '"')
                                + "{'id':'call_2','type':'function','function':{'name':'get_time','arguments':'{\\~ci'}}]}"
                                        .replace('\'', '"')
                                        .replace('~', '"'))
                .contains("\"finish_reason\":\"tool_calls\"");
        assertThat(render("I look.", null, calls, FinishReason.TOOL_CALLS))
                .contains("\"content\":\"I look.\",\"refusal\":null,\"tool_calls\":[");
    }

    private static String render(String text, @Nullable String reasoning) {
        return render(text, reasoning, List.of(), FinishReason.STOP);
    }

    private static String render(
            String text, @Nullable String reasoning, List<Turn.ToolCall> calls, FinishReason reason) {
        return new String(
                ChatCompletionBody.render(
                        "chatcmpl-1", 5, "m", text, reasoning, calls, reason, new Usage(12, 3, 0, 7, 2)),
                StandardCharsets.UTF_8);
    }
}
