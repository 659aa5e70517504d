package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Paths;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The oldest versions that we keep to: claude 2.1.152 and codex 0.133.0. */
class OlderCliIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with()
            .environment("OLP_CLAUDE_BIN", Paths.oldClaude().toString())
            .environment("OLP_CODEX_BIN", Paths.oldCodex().toString())
            .server();

    private static final RealCli CLAUDE = new RealCli(olp, "sonnet", "28/3/12/0", "Let me think about it.");
    private static final RealCli CODEX = new RealCli(olp, "gpt-5.5", "100/20/15/5", "**Thinking** about it");

    static Stream<RealCli> both() {
        return Stream.of(CLAUDE, CODEX);
    }

    @ParameterizedTest
    @MethodSource("both")
    void whole_and_streamed_chats_have_the_answer_and_true_usage(RealCli cli) throws IOException {
        cli.answersWhole();
        cli.answersStreamed();
    }

    @ParameterizedTest
    @MethodSource("both")
    void the_cap_ends_it_after_one_upstream_call(RealCli cli) throws IOException {
        cli.endsAtTheCapAfterOneCall();
    }

    @ParameterizedTest
    @MethodSource("both")
    void a_client_that_leaves_ends_the_run(RealCli cli) throws Exception {
        cli.relaysAtOnceAndEndsWhenTheClientLeaves();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            401       | 503 | upstream_auth_required
            429-limit | 429 | usage_limit_reached
            529       | 503 | overloaded
            close     | 502 | provider_error
            cut-clean | 502 | provider_error
            tools     | 502 | provider_protocol_error
            """)
    void a_fault_has_its_status_and_code(String scenario, int status, String code) throws IOException {
        CLAUDE.failsWith(scenario, status, code);
        CODEX.failsWith(scenario, status, code);
    }

    @ParameterizedTest
    @MethodSource("both")
    void no_text_of_the_chat_is_in_an_argument_and_no_socket_leads_elsewhere(RealCli cli) throws Exception {
        new WireProofs(cli).showNothingAndTalkToNobodyElse();
    }

    /** codex 0.133.0 has two tools that no flag and no catalog removes; neither does anything without a client. */
    @ParameterizedTest
    @MethodSource("both")
    void the_model_is_offered_no_tool_that_can_be_removed(RealCli cli) throws IOException {
        cli.answersWhole();
        assertThat(new WireProofs(cli).toolsOffered())
                .isEqualTo(cli.equals(CLAUDE) ? List.of() : List.of("update_plan", "request_user_input"));
    }
}
