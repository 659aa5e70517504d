package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.Login;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaudeThoughtTest {
    private final ClaudeDriver driver = ClaudeDriver.asked();

    private static String event(String event) {
        return "{\"type\":\"stream_event\",\"event\":" + event.replace('\'', '"') + "}";
    }

    @Test
    void a_thought_ends_with_its_signature() {
        ClaudeDriver recorded = ClaudeDriver.answered("claude-2.1.332-thinking");

        assertThat(recorded.reasoning()).isNotEmpty();
        assertThat(recorded.events)
                .filteredOn(ChatEvent.ThoughtSealed.class::isInstance)
                .containsExactly(new ChatEvent.ThoughtSealed(Thought.ANTHROPIC, "c2lnbmF0dXJl"));
    }

    @Test
    void one_that_may_not_be_read_is_told_by_its_seal_and_one_without_a_seal_has_none() {
        driver.feed(
                event(
                        "{'type':'content_block_start','index':0,'content_block':{'type':'redacted_thinking','data':'d/+='}}"),
                event("{'type':'content_block_stop','index':0}"),
                event(
                        "{'type':'content_block_start','index':1,'content_block':{'type':'thinking','thinking':'','signature':''}}"),
                event("{'type':'content_block_delta','index':1,'delta':{'type':'signature_delta','signature':'Eq'}}"),
                event("{'type':'content_block_delta','index':1,'delta':{'type':'signature_delta','signature':'QB'}}"),
                event("{'type':'content_block_stop','index':1}"),
                event(
                        "{'type':'content_block_start','index':2,'content_block':{'type':'thinking','thinking':'','signature':''}}"),
                event("{'type':'content_block_delta','index':2,'delta':{'type':'thinking_delta','thinking':'hm'}}"),
                event("{'type':'content_block_stop','index':2}"));

        assertThat(driver.events)
                .containsExactly(
                        new ChatEvent.ThoughtSealed(Thought.ANTHROPIC_REDACTED, "d/+="),
                        new ChatEvent.ThoughtSealed(Thought.ANTHROPIC, "EqQB"),
                        new ChatEvent.ReasoningDelta("hm"));
    }

    @Test
    void a_model_with_a_budget_thinks_behind_results_if_the_thought_before_the_call_came_back() {
        assertThat(thinks(new Turn.Assistant(List.of(new Thought(Thought.ANTHROPIC, "hm", "s"), call()))))
                .isTrue();
        assertThat(thinks(new Turn.Assistant(List.of(call())))).isFalse();
        assertThat(thinks(new Turn.Assistant(List.of(new Thought(Thought.OPENAI, "hm", "s"), call()))))
                .isFalse();
    }

    private static Turn.ToolCall call() {
        return new Turn.ToolCall("call_1", "weather", "{}");
    }

    private static boolean thinks(Turn.Assistant calling) {
        Turn result = new Turn.Tool("call_1", List.of(new Part.Text("sunny")), false);
        return !new AnthropicProvider()
                .launch(
                        ClaudeDriver.context(Login.Kind.API_KEY),
                        ClaudeDriver.chat(ClaudeDriver.user("Q"), calling, result))
                .env()
                .containsKey("MAX_THINKING_TOKENS");
    }
}
