package dev.olp.provider.openai;

import static dev.olp.provider.openai.CodexDriver.GREETED;
import static dev.olp.provider.openai.CodexDriver.INJECTED;
import static dev.olp.provider.openai.CodexDriver.STARTED;
import static dev.olp.provider.openai.CodexDriver.THREAD;
import static dev.olp.provider.openai.CodexDriver.calls;
import static dev.olp.provider.openai.CodexDriver.chat;
import static dev.olp.provider.openai.CodexDriver.result;
import static dev.olp.provider.openai.CodexDriver.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.provider.ChatRequest;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Fault;
import dev.olp.provider.Part;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.Step;
import dev.olp.provider.Tools;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppServerDialogueTest {
    @Test
    void each_step_waits_for_the_answer_to_the_one_before() {
        CodexDriver driver = CodexDriver.appServer();
        assertThat(driver.written).hasSize(1).first().asString().contains("\"method\":\"initialize\"");

        driver.feed(GREETED);
        assertThat(driver.written).hasSize(3);
        assertThat(driver.written.get(1)).isEqualTo("{\"method\":\"initialized\"}\n");
        assertThat(driver.written.get(2)).contains("\"method\":\"thread/start\"", "\"cwd\":\"/run/work\"");

        driver.feed(THREAD);
        assertThat(driver.written).hasSize(4);
        assertThat(driver.written.get(3)).contains("\"method\":\"thread/inject_items\"", "\"threadId\":\"thread-1\"");

        driver.feed(INJECTED);
        assertThat(driver.written).hasSize(5);
        assertThat(driver.written.get(4)).contains("\"method\":\"turn/start\"", "\"input\":[]");

        driver.feed(STARTED);
        assertThat(driver.written).hasSize(5);
        assertThat(driver.stdinClosed).isFalse();
    }

    @Test
    void effort_goes_with_the_turn() {
        ChatRequest request =
                new ChatRequest(List.of(), List.of(user("Q")), null, List.of(), ReasoningEffort.XHIGH, Tools.NONE);

        CodexDriver driver = CodexDriver.running(request);

        assertThat(driver.written.getLast()).contains("\"effort\":\"xhigh\"");
    }

    @Test
    void system_text_is_an_item_of_ours_where_codex_would_give_it_a_random_id() {
        CodexDriver driver = CodexDriver.of("0.171.0", chat(user("Q"))).feed(GREETED, THREAD);

        assertThat(driver.written.get(2)).contains("\"baseInstructions\":\"\"");
        assertThat(driver.written.get(3)).contains("\"role\":\"developer\"", "Be brief.");
    }

    @Test
    void system_text_is_the_instructions_where_they_are_a_field_of_their_own() {
        CodexDriver driver = CodexDriver.of("0.133.0", chat(user("Q"))).feed(GREETED, THREAD);

        assertThat(driver.written.get(2)).contains("\"baseInstructions\":\"Be brief.\"");
        assertThat(driver.written.get(3)).doesNotContain("developer", "Be brief.");
    }

    @Test
    void a_version_that_needs_instructions_gets_neutral_ones() {
        ChatRequest request = new ChatRequest(List.of(), List.of(user("Q")), null, List.of(), null, Tools.NONE);

        CodexDriver driver = CodexDriver.of("0.133.0", request).feed(GREETED);

        assertThat(driver.written.get(2)).contains("\"baseInstructions\":\"You are a helpful assistant.\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "item/tool/call",
                "item/commandExecution/requestApproval",
                "item/fileChange/requestApproval",
                "item/permissions/requestApproval",
                "item/tool/requestUserInput",
                "mcpServer/elicitation/request",
                "applyPatchApproval",
                "execCommandApproval",
                "some/new/request",
            })
    void a_request_of_codex_is_refused_and_ends_the_run(String method) {
        CodexDriver driver = CodexDriver.running(chat(user("Q")));

        driver.feed("{\"method\":\"" + method + "\",\"id\":7,\"params\":{\"tool\":\"shell\"}}");

        assertThat(driver.written.getLast())
                .isEqualTo("{\"id\":7,\"error\":{\"code\":-32601,\"message\":\"refused\"}}\n");
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(fault(driver).kind()).isEqualTo(Fault.Kind.PROTOCOL);
    }

    @Test
    void a_request_for_another_login_is_refused_and_the_run_goes_on() {
        CodexDriver driver = CodexDriver.running(chat(user("Q")));

        driver.feed("{\"method\":\"account/chatgptAuthTokens/refresh\",\"id\":\"r-1\",\"params\":{}}");

        assertThat(driver.written.getLast())
                .isEqualTo("{\"id\":\"r-1\",\"error\":{\"code\":-32601,\"message\":\"refused\"}}\n");
        assertThat(driver.ending).isEqualTo(Step.Ending.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"function_call", "custom_tool_call", "local_shell_call", "web_search_call", "tool_search_call"})
    void a_tool_call_of_the_model_is_killed_before_codex_answers_it(String type) {
        CodexDriver driver = CodexDriver.running(chat(user("Q")));

        driver.feed(rawItem(type, "call_x"));

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(fault(driver).kind()).isEqualTo(Fault.Kind.PROTOCOL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"commandExecution", "fileChange", "mcpToolCall", "dynamicToolCall", "webSearch", "someNewTool"})
    void a_tool_at_work_is_killed(String type) {
        CodexDriver driver = CodexDriver.running(chat(user("Q")));

        driver.feed("{\"method\":\"item/started\",\"params\":{\"item\":{\"type\":\"" + type + "\",\"id\":\"i\"}}}");

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
    }

    @Test
    void the_echo_of_the_historys_calls_is_no_call_of_the_model() {
        CodexDriver driver =
                CodexDriver.running(chat(user("Q"), calls("call_1", "call_2"), result("call_1"), result("call_2")));

        driver.feed(rawItem("message", ""), rawItem("function_call", "call_1"), rawItem("function_call", "call_2"))
                .feed(rawItem("function_call_output", "call_1"));
        assertThat(driver.ending).isEqualTo(Step.Ending.NONE);

        driver.feed(rawItem("function_call", "call_1"));
        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
    }

    @Test
    void a_second_call_of_the_provider_is_a_fault() {
        CodexDriver driver = CodexDriver.running(chat(user("Q")));

        driver.feed("""
                {"method":"thread/tokenUsage/updated","params":{"tokenUsage":\
                {"total":{"inputTokens":200,"outputTokens":30},"last":{"inputTokens":100,"outputTokens":15}}}}""");

        assertThat(driver.ending).isEqualTo(Step.Ending.KILL);
        assertThat(fault(driver).kind()).isEqualTo(Fault.Kind.PROTOCOL);
    }

    @Test
    void an_input_that_codex_finds_too_large_is_the_conversations_length() {
        CodexDriver driver = CodexDriver.of("0.171.0", chat(user("Q"))).feed(GREETED, THREAD);

        driver.feed("""
                {"id":3,"error":{"code":-32602,"message":"Input exceeds the maximum length of 1048576 characters.",\
                "data":{"input_error_code":"input_too_large"}}}""");

        assertThat(fault(driver).kind()).isEqualTo(Fault.Kind.CONTEXT_LENGTH);
        assertThat(driver.stdinClosed).isTrue();
    }

    @Test
    void any_other_refusal_of_codex_is_a_failure_of_the_cli() {
        CodexDriver driver = CodexDriver.appServer().feed(GREETED);

        driver.feed("{\"id\":2,\"error\":{\"code\":-32600,\"message\":\"no\"}}");

        assertThat(fault(driver).kind()).isEqualTo(Fault.Kind.CLI_FAILED);
    }

    @Test
    void a_conversation_with_a_huge_item_is_not_echoed() {
        Part huge = new Part.Image("image/png", "A".repeat(3 << 20));

        CodexDriver small = CodexDriver.appServer().feed(GREETED);
        CodexDriver large = CodexDriver.of("0.171.0", chat(user("Q"), calls("c"), result("c", huge)))
                .feed(GREETED);

        assertThat(small.written.get(2)).contains("\"experimentalRawEvents\":true");
        assertThat(large.written.get(2)).contains("\"experimentalRawEvents\":false");
    }

    private static Fault fault(CodexDriver driver) {
        return ((DialogueEnd.Failed) driver.end()).fault();
    }

    private static String rawItem(String type, String callId) {
        return "{\"method\":\"rawResponseItem/completed\",\"params\":{\"item\":{\"type\":\"" + type
                + "\",\"call_id\":\"" + callId + "\"}}}";
    }
}
