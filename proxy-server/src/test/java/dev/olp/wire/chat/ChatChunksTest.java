package dev.olp.wire.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Usage;
import dev.olp.wire.ApiError;
import dev.olp.wire.SseComment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ChatChunksTest {
    private static final Usage USAGE = new Usage(12, 3, 0, 7, 2);
    private static final String HEAD =
            "data: {'id':'chatcmpl-1','object':'chat.completion.chunk','created':5,'model':'m','system_fingerprint':null,";

    private final ChatChunks plain = new ChatChunks("chatcmpl-1", 5, "m", false);
    private final ChatChunks counted = new ChatChunks("chatcmpl-1", 5, "m", true);

    @Test
    void frames_without_usage_are_as_openai_writes_them() {
        assertThat(text(plain.start()))
                .isEqualTo(
                        golden(
                                HEAD
                                        + "'choices':[{'index':0,'delta':{'role':'assistant','content':''},'logprobs':null,'finish_reason':null}]}"));
        assertThat(text(plain.text("a\"\n é😀")))
                .isEqualTo(
                        golden(
                                HEAD
                                        + "'choices':[{'index':0,'delta':{'content':'a\\'\\n é😀'},'logprobs':null,'finish_reason':null}]}"));
        assertThat(text(plain.reasoning("hm")))
                .isEqualTo(
                        golden(
                                HEAD
                                        + "'choices':[{'index':0,'delta':{'reasoning_content':'hm'},'logprobs':null,'finish_reason':null}]}"));
        assertThat(text(plain.finish(FinishReason.LENGTH)))
                .isEqualTo(
                        golden(HEAD + "'choices':[{'index':0,'delta':{},'logprobs':null,'finish_reason':'length'}]}"));
        assertThat(text(plain.done())).isEqualTo("data: [DONE]\n\n");
    }

    @Test
    void s60_with_usage_each_chunk_has_a_null_and_the_last_has_no_choices() {
        assertThat(text(counted.text("a")))
                .isEqualTo(
                        golden(
                                HEAD
                                        + "'choices':[{'index':0,'delta':{'content':'a'},'logprobs':null,'finish_reason':null}],'usage':null}"));
        assertThat(text(counted.finish(FinishReason.STOP)))
                .endsWith("\"finish_reason\":\"stop\"}],\"usage\":null}\n\n");
        assertThat(text(counted.usage(USAGE, false)))
                .isEqualTo(
                        golden(
                                HEAD
                                        + "'choices':[],'usage':{'prompt_tokens':12,'completion_tokens':7,'total_tokens':19,"
                                        + "'prompt_tokens_details':{'cached_tokens':3},'completion_tokens_details':{'reasoning_tokens':2}}}"));
        assertThat(text(counted.usage(USAGE, true))).endsWith("\"estimated\":true}}\n\n");
    }

    @Test
    void s60_a_usage_chunk_that_nobody_asked_for_can_not_be_made() {
        assertThat(plain.finish(FinishReason.STOP, USAGE, false)).isEqualTo(plain.finish(FinishReason.STOP));
        assertThatThrownBy(() -> plain.usage(USAGE, false)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_call_has_its_id_and_name_once_and_its_index_always() {
        String choice =
                "'choices':[{'index':0,'delta':{'tool_calls':[{'index':1,%s}]},'logprobs':null,'finish_reason':null}]}";

        assertThat(text(plain.call(1, "call_1", "get_weather")))
                .isEqualTo(golden(HEAD
                        + choice.formatted(
                                "'id':'call_1','type':'function','function':{'name':'get_weather','arguments':''}")));
        assertThat(text(plain.arguments(1, "{é")))
                .isEqualTo(golden(HEAD + choice.formatted("'function':{'arguments':'{é'}")));
        assertThat(text(plain.finish(FinishReason.TOOL_CALLS)))
                .contains("\"delta\":{}")
                .contains("\"tool_calls\"}]");
    }

    @Test
    void halves_of_pairs_in_the_arguments_of_two_calls_are_kept_apart() {
        assertThat(plain.arguments(0, "\uD83D")).isEmpty();
        assertThat(plain.arguments(1, "\uD83D")).isEmpty();
        assertThat(text(plain.arguments(0, "\uDE00"))).contains("{\"index\":0,\"function\":{\"arguments\":\"😀\"}}");
        assertThat(text(plain.finish(FinishReason.LENGTH)))
                .contains("{\"index\":1,\"function\":{\"arguments\":\"\uFFFD\"}}");
    }

    @Test
    void s67_a_withheld_answer_says_so() {
        assertThat(text(plain.finish(FinishReason.CONTENT_FILTER))).contains("\"finish_reason\":\"content_filter\"");
    }

    @Test
    void half_a_surrogate_pair_waits_for_the_other_half() {
        assertThat(plain.text("\uD83D")).isEmpty();
        assertThat(text(plain.text("\uDE00"))).contains("{\"content\":\"😀\"}");
        assertThat(text(plain.text("\uDE00x"))).contains("{\"content\":\"\uFFFDx\"}");
    }

    @Test
    void a_half_that_stays_alone_comes_before_the_finish() {
        assertThat(plain.text("\uD83D")).isEmpty();
        assertThat(text(plain.finish(FinishReason.STOP)))
                .containsSubsequence("{\"content\":\"\uFFFD\"}", "\n\ndata: ", "\"finish_reason\":\"stop\"");
    }

    @Test
    void an_error_is_an_event_of_its_own() {
        assertThat(text(plain.error(ApiError.of(502, "provider_error", "x failed"))))
                .isEqualTo(
                        golden(
                                "data: {'error':{'message':'x failed','type':'server_error','param':null,'code':'provider_error'}}"));
    }

    @Test
    void s55_heartbeats_and_comments_are_one_comment_line() {
        assertThat(text(plain.keepAlive())).isEqualTo(": keep-alive\n\n");
        assertThat(text(SseComment.of("olp {}\r\ndata: x"))).isEqualTo(": olp {}  data: x\n\n");
    }

    private static String text(byte[] frame) {
        return new String(frame, StandardCharsets.UTF_8);
    }

    private static String golden(String frame) {
        return frame.replace('\'', '"') + "\n\n";
    }
}
