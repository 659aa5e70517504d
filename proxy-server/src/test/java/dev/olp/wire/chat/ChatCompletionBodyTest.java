package dev.olp.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import java.nio.charset.StandardCharsets;
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

    private static String render(String text, @Nullable String reasoning) {
        return new String(
                ChatCompletionBody.render(
                        "chatcmpl-1", 5, "m", text, reasoning, FinishReason.STOP, new Usage(12, 3, 0, 7, 2)),
                StandardCharsets.UTF_8);
    }
}
