package dev.olp.features.real;

import static dev.olp.features.real.ToolChat.ASK;
import static dev.olp.features.real.ToolChat.SCHEMA;
import static dev.olp.features.real.ToolChat.call;
import static dev.olp.features.real.ToolChat.called;
import static dev.olp.features.real.ToolChat.json;
import static dev.olp.features.real.ToolChat.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client is told when the model calls its tools, over the pinned CLIs and the oldest that we keep to. */
class CallsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    @RegisterExtension
    static final OlpServer older = OlpServer.with()
            .environment("OLP_CODEX_BIN", Paths.oldCodex().toString())
            .environment("OLP_CLAUDE_BIN", Paths.oldClaude().toString())
            .server();

    static Stream<ToolChat> all() {
        return Stream.of(ToolChat.codex(olp), ToolChat.codex(older), ToolChat.claude(olp), ToolChat.claude(older));
    }

    private static final String WEATHER = tool("get_weather", SCHEMA);

    @ParameterizedTest
    @MethodSource("all")
    void calls_come_whole_and_streamed_after_one_upstream_call_each(ToolChat chat) throws IOException { // S64
        chat.answeredWith(answer -> twoCalls(chat, answer));
        Reply whole = chat.ask(WEATHER, List.of(ASK));
        assertThat(called(whole))
                .isEqualTo(json("[" + call("call_a", "get_weather", "{\"town\": \"Köln 😀\"}") + ","
                        + call("call_b", "get_weather", "{}") + "]"));
        assertThat(whole.content()).isEqualTo("Let me look.");
        assertThat(whole.finishReason()).isEqualTo("tool_calls");
        assertThat(whole.json().at("/usage/prompt_tokens").asInt()).isEqualTo(100);
        assertThat(whole.header("x-olp-usage")).as("counted by the provider").isEmpty();
        chat.assertOneCallAndNothingLeft();

        chat.answeredWith(answer -> twoCalls(chat, answer));
        Streamed streamed = chat.stream(WEATHER, List.of(ASK)).assertWellFormed();
        assertThat(streamed.content()).isEqualTo("Let me look.");
        assertThat(streamed.finishReasons()).containsExactly("tool_calls");
        assertThat(called(streamed))
                .containsExactly("0 call_a get_weather {\"town\": \"Köln 😀\"}", "1 call_b get_weather {}");
        chat.assertOneCallAndNothingLeft();
    }

    private static ModelAnswer twoCalls(ToolChat chat, ModelAnswer answer) {
        String name = chat.record().upstreamName("get_weather");
        return answer.says("Let me look.")
                .calls("call_a", name, "{\"town\": \"Köln 😀\"}")
                .calls("call_b", name, "{}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exec_command",
                "shell",
                "apply_patch",
                "update_plan",
                "request_user_input",
                "Bash",
                "no_such_tool"
            })
    void a_call_of_a_tool_that_nobody_offered_is_no_answer(String name) throws IOException {
        for (ToolChat chat : all().toList()) {
            chat.answeredWith(
                    answer -> answer.calls("call_a", name, "{\"cmd\":\"true\",\"plan\":[],\"questions\":[]}"));
            Reply reply = chat.ask(WEATHER, List.of(ASK));

            assertThat(reply.status() + " " + reply.errorCode()).isEqualTo("502 provider_protocol_error");
            chat.assertOneCallAndNothingLeft();
        }
    }

    /** codex waits for the result of a call before it tells that its provider has failed. */
    @ParameterizedTest
    @MethodSource("all")
    void an_answer_that_is_cut_after_a_call_fails_at_once(ToolChat chat) throws IOException {
        chat.cutAfter(answer -> answer.calls("call_a", chat.record().upstreamName("get_weather"), "{}"));

        chat.stream(WEATHER, List.of(ASK)).assertFailed("provider_error");
        chat.assertOneCallAndNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_demanded_call_is_made_or_nothing_is_answered(ToolChat chat) throws IOException { // S38
        String tools = WEATHER + "," + tool("count", SCHEMA);
        chat.answeredWith(answer -> answer.calls("call_a", chat.record().upstreamName("count"), "{}"));
        Reply named = chat.ask(
                tools, List.of(ASK), "\"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"count\"}}");
        assertThat(called(named)).isEqualTo(json("[" + call("call_a", "count", "{}") + "]"));
        assertThat(chat.offered()).hasSize(1);
        assertThat(chat.cli().lastCall().toString())
                .contains("Answer with a call of the tool " + chat.record().upstreamName("count") + ",");
        chat.assertOneCallAndNothingLeft();

        chat.answeredWith(answer -> answer.says("It is sunny."));
        Reply prose = chat.ask(tools, List.of(ASK), "\"tool_choice\":\"required\"");
        assertThat(prose.status()).as(prose.text()).isEqualTo(502);
        assertThat(prose.text()).doesNotContain("sunny");
        chat.assertOneCallAndNothingLeft();
    }

    @ParameterizedTest
    @MethodSource("all")
    void where_one_call_is_asked_for_the_first_is_the_only_one(ToolChat chat) throws IOException {
        chat.answeredWith(answer -> twoCalls(chat, answer));
        Reply reply = chat.ask(WEATHER, List.of(ASK), "\"parallel_tool_calls\":false");

        assertThat(called(reply)).isEqualTo(json("[" + call("call_a", "get_weather", "{\"town\": \"Köln 😀\"}") + "]"));
        chat.assertOneCallAndNothingLeft();
    }
}
