package dev.olp.wire.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.ApiException;
import dev.olp.wire.UnsupportedParameters;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HistoryTest {
    private static final String TOOLS = ",'tools':[{'type':'custom','name':'patch'}]";
    private final Map<String, byte[]> kept = new HashMap<>();
    private final History history = new History() {
        @Override
        public Optional<byte[]> items(String responseId) {
            return Optional.ofNullable(kept.get(responseId));
        }

        @Override
        public boolean keeps(long bytes) {
            return bytes < 2_000;
        }
    };

    @Test
    void a_conversation_goes_on_where_it_was() throws Exception {
        answer("1", "'input':'q'" + TOOLS, calling());
        JsonNode second = answer(
                "2",
                "'input':[{'type':'custom_tool_call_output','call_id':'c','output':'ok'}],'previous_response_id':'resp_1'",
                said("a2"));
        ResponsesRequest third = read("'input':'q3','previous_response_id':'resp_2'");

        assertThat(second.path("previous_response_id").asString("")).isEqualTo("resp_1");
        assertThat(third.chat().request().turns())
                .containsExactly(
                        user("q"),
                        new Turn.Assistant("a1", List.of(new Turn.ToolCall("c", "patch", "{\"input\":\"*** x\"}"))),
                        new Turn.Tool("c", List.of(new Part.Text("ok")), false),
                        new Turn.Assistant("a2", List.of()),
                        user("q3"));
    }

    @Test
    void items_can_be_named_by_their_ids() throws Exception {
        JsonNode first = answer("1", "'input':'q'" + TOOLS, calling());
        String message = first.at("/output/0/id").asString("");
        String call = first.at("/output/1/id").asString("");

        ResponsesRequest request =
                read("'input':[{'role':'user','content':'q'},{'type':'item_reference','id':'" + message
                        + "'},{'type':'item_reference','id':'" + call
                        + "'},{'type':'custom_tool_call_output','call_id':'c','output':'ok'}]");

        assertThat(request.chat().request().turns().get(1))
                .isEqualTo(new Turn.Assistant("a1", List.of(new Turn.ToolCall("c", "patch", "{\"input\":\"*** x\"}"))));
        assertThat(new String(request.items(), StandardCharsets.UTF_8)).doesNotContain("item_reference");
    }

    @Test
    void what_is_kept_says_so() throws Exception {
        assertThat(answer("1", "'input':'q'", said("a")).path("store").booleanValue())
                .isTrue();
        assertThat(answer("2", "'input':'q','store':false", said("a"))
                        .path("store")
                        .booleanValue())
                .isFalse();
        assertThat(kept).containsOnlyKeys("resp_1");
    }

    @Test
    void what_is_too_large_is_not_kept_and_says_so() throws Exception {
        String large = "'input':'" + "q".repeat(1_000) + "'";

        assertThat(read(large).items()).isNull();
        assertThat(read(large).chat().ignoredParameters()).isEmpty();
        assertThat(read(large + ",'store':true").chat().ignoredParameters()).containsExactly("store");
    }

    private JsonNode answer(String id, String fields, AnswerContent answer) throws ApiException {
        byte[] body = ResponseBody.render(
                id, 1_700_000_000, read(fields), answer, (_, items) -> kept.put("resp_" + id, items));
        return JsonMapper.shared().readTree(body);
    }

    private ResponsesRequest read(String fields) throws ApiException {
        String body = "{'model':'m'," + fields + "}";
        return ResponsesRequestReader.read(
                body.replace('\'', '"').getBytes(StandardCharsets.UTF_8), UnsupportedParameters.WARN, history);
    }

    private static AnswerContent said(String text) {
        return new AnswerContent(List.of(new Part.Text(text)), FinishReason.STOP, null, Usage.ZERO, false);
    }

    private static AnswerContent calling() {
        return new AnswerContent(
                List.of(new Part.Text("a1"), new Turn.ToolCall("c", "patch", "{\"input\":\"*** x\"}")),
                FinishReason.TOOL_CALLS,
                null,
                Usage.ZERO,
                false);
    }

    private static Turn user(String text) {
        return new Turn.User(List.of(new Part.Text(text)));
    }
}
