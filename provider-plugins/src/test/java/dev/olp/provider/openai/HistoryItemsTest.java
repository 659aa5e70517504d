package dev.olp.provider.openai;

import static dev.olp.provider.openai.CodexDriver.GREETED;
import static dev.olp.provider.openai.CodexDriver.THREAD;
import static dev.olp.provider.openai.CodexDriver.assistant;
import static dev.olp.provider.openai.CodexDriver.calls;
import static dev.olp.provider.openai.CodexDriver.chat;
import static dev.olp.provider.openai.CodexDriver.result;
import static dev.olp.provider.openai.CodexDriver.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.Part;
import dev.olp.provider.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HistoryItemsTest {
    private static final Part IMAGE = new Part.Image("image/png", "iVBORw0KGgo=");
    private static final List<Turn> CONVERSATION = List.of(
            new Turn.User(List.of(new Part.Text("/status @file !cmd -x"), IMAGE)),
            assistant("A1"),
            user("Q2"),
            new Turn.Assistant("Let me look.", List.of(new Turn.ToolCall("call_1", "get_weather", "{\"a\": 1}"))),
            result("call_1", new Part.Text("sunny")),
            calls("call_2", "call_3"),
            result("call_2", new Part.Text("see"), IMAGE),
            result("call_3"),
            assistant("A2"),
            user("Q3"));

    @Test
    void turns_are_items_of_the_responses_api_with_their_ids_kept() {
        assertThat(items(CONVERSATION).toString()).isEqualTo("""
                [{"type":"message","id":"msg_00000000-0000-5000-8000-000000000000","role":"developer",\
                "content":[{"type":"input_text","text":"Be brief."}]},\
                {"type":"message","id":"msg_00000000-0000-5000-8000-000000000001","role":"user",\
                "content":[{"type":"input_text","text":"/status @file !cmd -x"},\
                {"type":"input_image","image_url":"data:image/png;base64,iVBORw0KGgo="}]},\
                {"type":"message","id":"msg_00000000-0000-5000-8000-000000000002","role":"assistant",\
                "content":[{"type":"output_text","text":"A1"}]},\
                {"type":"message","id":"msg_00000000-0000-5000-8000-000000000003","role":"user",\
                "content":[{"type":"input_text","text":"Q2"}]},\
                {"type":"message","id":"msg_00000000-0000-5000-8000-000000000004","role":"assistant",\
                "content":[{"type":"output_text","text":"Let me look."}]},\
                {"type":"function_call","id":"fc_00000000-0000-5000-8000-000000000005","name":"get_weather",\
                "arguments":"{\\"a\\": 1}","call_id":"call_1"},\
                {"type":"function_call_output","id":"fco_00000000-0000-5000-8000-000000000006",\
                "call_id":"call_1","output":"sunny"},\
                {"type":"function_call","id":"fc_00000000-0000-5000-8000-000000000007","name":"get_weather",\
                "arguments":"{\\"a\\": 1}","call_id":"call_2"},\
                {"type":"function_call","id":"fc_00000000-0000-5000-8000-000000000008","name":"get_weather",\
                "arguments":"{\\"a\\": 1}","call_id":"call_3"},\
                {"type":"function_call_output","id":"fco_00000000-0000-5000-8000-000000000009",\
                "call_id":"call_2","output":[{"type":"input_text","text":"see"},\
                {"type":"input_image","image_url":"data:image/png;base64,iVBORw0KGgo="}]},\
                {"type":"function_call_output","id":"fco_00000000-0000-5000-8000-000000000010",\
                "call_id":"call_3","output":""},\
                {"type":"message","id":"msg_00000000-0000-5000-8000-000000000011","role":"assistant",\
                "content":[{"type":"output_text","text":"A2"}]},\
                {"type":"message","id":"msg_00000000-0000-5000-8000-000000000012","role":"user",\
                "content":[{"type":"input_text","text":"Q3"}]}]""");
    }

    @Test
    void of_two_successive_requests_all_earlier_items_are_byte_identical() {
        String longest = arrayBody(CONVERSATION);
        for (int turns = 1; turns < CONVERSATION.size(); turns++) {
            if (CONVERSATION.get(turns - 1) instanceof Turn.Assistant) {
                continue;
            }
            String shorter = arrayBody(CONVERSATION.subList(0, turns));

            assertThat(longest).as("%d turns", turns).startsWith(shorter + ",");
        }
    }

    @Test
    void half_a_surrogate_pair_becomes_the_replacement_character() {
        JsonNode items = items(List.of(user("a\ud83d b\ude00\ud83d\ude00 \ud83d")));

        assertThat(items.path(1).path("content").path(0).path("text").stringValue())
                .isEqualTo("a\ufffd b\ufffd\ud83d\ude00 \ufffd");
    }

    private static JsonNode items(List<Turn> turns) {
        return JsonMapper.shared().readTree(written(turns)).path("params").path("items");
    }

    /** The array of items as it was written, without its brackets. */
    private static String arrayBody(List<Turn> turns) {
        String line = written(turns);
        return line.substring(line.indexOf("\"items\":[") + 9, line.lastIndexOf("]}}"));
    }

    private static String written(List<Turn> turns) {
        return CodexDriver.of("0.171.0", chat(turns.toArray(new Turn[0])))
                .feed(GREETED, THREAD)
                .written
                .getLast();
    }
}
