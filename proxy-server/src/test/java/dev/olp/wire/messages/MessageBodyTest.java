package dev.olp.wire.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.provider.Usage;
import dev.olp.wire.AnswerContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class MessageBodyTest {
    @Test
    void blocks_stand_in_the_order_of_the_answer() {
        AnswerContent answer = new AnswerContent(
                List.of(
                        new Thought(Thought.ANTHROPIC, "hm", "EqQB/+=="),
                        new Part.Text("a"),
                        new Thought(Thought.ANTHROPIC_REDACTED, "", "data=="),
                        new Turn.ToolCall("t1", "one", "{\"x\":1.0}"),
                        new Turn.ToolCall("t2", "two", "{\"broken")),
                FinishReason.LENGTH,
                null,
                new Usage(28, 3, 5, 12, 0),
                false);

        String body = new String(MessageBody.render("msg_1", "sonnet", answer), StandardCharsets.UTF_8);

        assertThat(JsonMapper.shared().readTree(body).path("content"))
                .map(Object::toString)
                .containsExactly(
                        "{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"EqQB/+==\"}",
                        "{\"type\":\"text\",\"text\":\"a\"}",
                        "{\"type\":\"redacted_thinking\",\"data\":\"data==\"}",
                        "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"one\",\"input\":{\"x\":1.0}}");
        assertThat(body).contains("\"stop_reason\":\"max_tokens\"");
        assertThat(answer.text()).isEqualTo("a");
        assertThat(answer.reasoning()).isEqualTo("hm");
    }
}
