package dev.olp.features.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The newest CLIs, seen from outside. */
class WireProofsIT {
    @RegisterExtension
    static final OlpServer olp = OlpServer.with().server();

    /** The last one's own catalog entry brings tools that no flag removes; without them codex leaves the field out. */
    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "haiku", "gpt-5.5", "gpt-6.2-sol"})
    void the_model_is_offered_no_tool(String model) throws IOException { // S129
        RealCli cli = new RealCli(olp, model, "", "");
        assertThat(olp.chat(Bodies.chat(model, "hello")).content()).isEqualTo(RealCli.ANSWER);
        assertThat(cli.lastCall().path("tools").toString()).isEqualTo(model.equals("gpt-6.2-sol") ? "" : "[]");
        assertThat(new WireProofs(cli).toolsOffered()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("newest")
    void no_text_of_the_chat_is_in_an_argument_and_no_socket_leads_elsewhere(RealCli cli) throws Exception { // S127
        new WireProofs(cli).showNothingAndTalkToNobodyElse();
    }

    static Stream<RealCli> newest() {
        return Stream.of(new RealCli(olp, "sonnet", "", ""), new RealCli(olp, "gpt-5.5", "", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sonnet", "gpt-5.5"})
    void a_prompt_longer_than_an_argument_may_be_arrives_whole(String model) throws IOException { // S48
        String text = "é中😀 0123456789 ".repeat(15_000);
        assertThat(olp.chat(Bodies.chat(model, text)).content()).isEqualTo(RealCli.ANSWER);
        RealCli cli = new RealCli(olp, model, "", "");
        assertThat(cli.calls()).hasSize(1);
        assertThat(cli.calls().getFirst().text()).contains(text);
    }

    @Test
    void claude_is_told_no_path_of_a_run() throws IOException {
        olp.chat(Bodies.chat("sonnet", "hello"));
        String first = new RealCli(olp, "sonnet", "", "").calls().getFirst().text();
        olp.upstream().forget();
        olp.chat(Bodies.chat("sonnet", "hello"));
        String second = new RealCli(olp, "sonnet", "", "").calls().getFirst().text();
        assertThat(withoutIds(second)).isEqualTo(withoutIds(first));
    }

    /** {@code metadata.user_id} names a device and a session, which are new with each home. */
    private static String withoutIds(String body) {
        return body.replaceFirst("\"metadata\":\\{[^}]*}[^}]*}", "").replaceFirst("cch=[0-9a-f]*", "");
    }
}
