package dev.olp.provider.openai;

import static dev.olp.provider.openai.CodexDriver.chat;
import static dev.olp.provider.openai.CodexDriver.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatEvent;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.provider.Step;
import dev.olp.provider.Usage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnEventsTest {
    private static final String COMPLETED =
            "{\"method\":\"turn/completed\",\"params\":{\"turn\":{\"status\":\"completed\",\"items\":[],\"error\":null}}}";

    private final CodexDriver driver = CodexDriver.running(chat(user("Q")));

    @Test
    void several_messages_are_a_blank_line_apart_with_deltas_or_without() {
        driver.feed(delta("m1", "one "), delta("m1", "two"), whole("m1", "one two"))
                .feed(whole("m2", "three"))
                .feed(delta("m3", "four"), whole("m3", "four"), COMPLETED);

        assertThat(driver.text()).isEqualTo("one two\n\nthree\n\nfour");
        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.STOP, Usage.ZERO));
    }

    @Test
    void text_that_no_delta_brought_is_taken_from_the_item() {
        driver.feed(delta("m1", "one "), whole("m1", "one two"), COMPLETED);

        assertThat(driver.text()).isEqualTo("one two");
    }

    @Test
    void text_that_no_event_brought_is_taken_from_the_turn() {
        driver.feed("""
                {"method":"turn/completed","params":{"turn":{"status":"completed","items":\
                [{"type":"agentMessage","id":"m1","text":"late"}]}}}""");

        assertThat(driver.events).containsExactly(new ChatEvent.TextDelta("late"));
        assertThat(driver.end()).isInstanceOf(DialogueEnd.Finished.class);
    }

    @Test
    void deltas_that_are_not_the_item_are_a_fault() {
        driver.feed(delta("m1", "one"), whole("m1", "two"));

        assertThat(fault().kind()).isEqualTo(Fault.Kind.PROTOCOL);
    }

    @Test
    void an_item_that_was_never_given_whole_is_a_fault() {
        driver.feed(delta("m1", "one"), COMPLETED);

        assertThat(fault().kind()).isEqualTo(Fault.Kind.PROTOCOL);
    }

    @Test
    void a_message_that_begins_and_never_speaks_was_withheld() {
        driver.feed("{\"method\":\"item/started\",\"params\":{\"item\":{\"type\":\"agentMessage\",\"id\":\"m1\"}}}")
                .feed(COMPLETED);

        assertThat(driver.end()).isEqualTo(new DialogueEnd.Finished(FinishReason.CONTENT_FILTER, Usage.ZERO));
    }

    @Test
    void parts_of_the_reasoning_are_a_blank_line_apart_and_told_once() {
        driver.feed(reasoningPart(0), reasoningDelta("one"), reasoningPart(1), reasoningDelta("two"))
                .feed("""
                        {"method":"item/completed","params":{"item":{"type":"reasoning","id":"r1",\
                        "summary":["one","two"]}}}""");

        assertThat(driver.reasoning()).isEqualTo("one\n\ntwo");
    }

    @Test
    void reasoning_that_no_delta_brought_is_taken_from_the_item() {
        driver.feed("""
                {"method":"item/completed","params":{"item":{"type":"reasoning","id":"r1","summary":["one","two"]}}}""");

        assertThat(driver.reasoning()).isEqualTo("one\n\ntwo");
    }

    @Test
    void an_error_that_will_be_retried_is_not_the_end() {
        driver.feed("{\"method\":\"error\",\"params\":{\"willRetry\":true,\"error\":{\"message\":\"at capacity\"}}}")
                .feed(whole("m1", "fine"), COMPLETED);

        assertThat(driver.text()).isEqualTo("fine");
        assertThat(driver.end()).isInstanceOf(DialogueEnd.Finished.class);
    }

    @Test
    void a_final_error_without_a_completed_turn_names_the_fault() {
        driver.feed("""
                {"method":"error","params":{"willRetry":false,\
                "error":{"message":"x","codexErrorInfo":"serverOverloaded"}}}""");

        assertThat(driver.ending).isEqualTo(Step.Ending.NONE);
        assertThat(fault().kind()).isEqualTo(Fault.Kind.OVERLOADED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"interrupted", "inProgress", ""})
    void a_turn_that_ended_otherwise_is_a_fault(String status) {
        driver.feed("{\"method\":\"turn/completed\",\"params\":{\"turn\":{\"status\":\"" + status + "\"}}}");

        assertThat(fault().kind()).isEqualTo(Fault.Kind.PROTOCOL);
    }

    private Fault fault() {
        return ((DialogueEnd.Failed) driver.end()).fault();
    }

    private static String delta(String item, String text) {
        return "{\"method\":\"item/agentMessage/delta\",\"params\":{\"itemId\":\"" + item + "\",\"delta\":\"" + text
                + "\"}}";
    }

    private static String whole(String item, String text) {
        return "{\"method\":\"item/completed\",\"params\":{\"item\":{\"type\":\"agentMessage\",\"id\":\"" + item
                + "\",\"text\":\"" + text + "\"}}}";
    }

    private static String reasoningPart(int index) {
        return "{\"method\":\"item/reasoning/summaryPartAdded\",\"params\":{\"itemId\":\"r1\",\"summaryIndex\":" + index
                + "}}";
    }

    private static String reasoningDelta(String text) {
        return "{\"method\":\"item/reasoning/summaryTextDelta\",\"params\":{\"itemId\":\"r1\",\"delta\":\"" + text
                + "\"}}";
    }
}
