package dev.olp.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecDialogueTest {
    private final CodexDriver driver = CodexDriver.exec();

    @Test
    void the_prompt_goes_to_stdin_which_is_closed_behind_it() {
        assertThat(driver.written).containsExactly("Say hello\n");
        assertThat(driver.stdinClosed).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"command_execution", "file_change", "mcp_tool_call", "web_search", "some_new_tool"})
    void a_tool_at_work_is_killed(String type) {
        driver.feed("{\"type\":\"item.started\",\"item\":{\"id\":\"item_0\",\"type\":\"" + type + "\"}}");

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(kind(driver.end())).isEqualTo(Fault.Kind.PROTOCOL);
    }

    @Test
    void several_messages_are_a_blank_line_apart() {
        driver.feed(message("a", "one"), message("b", "two"));

        assertThat(driver.text()).isEqualTo("one\n\ntwo");
    }

    @Test
    void an_exit_with_0_and_no_terminal_event_is_a_fault() {
        driver.feed(message("a", "one"));

        assertThat(kind(driver.dialogue.end(new ExitStatus.Exited(0), "said something")))
                .isEqualTo(Fault.Kind.CLI_FAILED);
    }

    @Test
    void unknown_events_and_stray_lines_are_counted() {
        driver.feed("Reading prompt from stdin...", "{\"type\":\"brand.new\"}");

        assertThat(driver.dialogue.skipped()).isEqualTo(2);
        assertThat(driver.events).isEmpty();
    }

    private static String message(String id, String text) {
        return "{\"type\":\"item.completed\",\"item\":{\"id\":\"" + id + "\",\"type\":\"agent_message\",\"text\":\""
                + text + "\"}}";
    }

    private static Fault.Kind kind(DialogueEnd end) {
        return ((DialogueEnd.Failed) end).fault().kind();
    }
}
