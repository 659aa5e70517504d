package dev.olp.features.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where an answer ends before the model does: at a number of tokens, or at a text. */
class LimitsIT {
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"max_tokens\":50|50",
                "\"max_completion_tokens\":60|60",
                "\"max_tokens\":50,\"max_completion_tokens\":3000|3000",
                "\"max_completion_tokens\":70,\"max_tokens\":5|70",
            })
    void bothNamesOfTheCapReachACliThatCapsAndTheNewerWins(String members, String cap) throws IOException {
        int before = olp.notes("env").size();
        assertThat(olp.chat(Bodies.with(Bodies.chat("sonnet", "{{env}}"), members))
                        .status())
                .isEqualTo(200);

        List<String> environment =
                olp.notes("env").subList(before, olp.notes("env").size());
        assertThat(environment).contains("CLAUDE_CODE_MAX_OUTPUT_TOKENS=" + cap);
        assertThat(environment.contains("MAX_THINKING_TOKENS=0"))
                .as("no room for thinking")
                .isEqualTo(Integer.parseInt(cap) <= 2048);
    }

    @Test
    void aCliThatCannotCapIsCutHereAndTheCutIsSaid() throws IOException {
        Reply cut = olp.chat(Bodies.with(Bodies.chat("codex", "hi"), "\"max_tokens\":3"));
        Reply whole = olp.chat(Bodies.with(Bodies.chat("codex", "hi"), "\"max_tokens\":3000"));

        assertThat(cut.finishReason()).isEqualTo("length");
        assertThat(cut.content()).isNotEmpty().hasSizeLessThan(ANSWER.length());
        assertThat(ANSWER).startsWith(cut.content());
        assertThat(whole.finishReason()).isEqualTo("stop");
        assertThat(whole.content()).isEqualTo(ANSWER);
    }

    @Test
    void aStreamIsCutAtTheSamePlaceAsAWholeReply() throws IOException {
        String members = "\"max_completion_tokens\":4";
        Reply whole = olp.chat(Bodies.with(Bodies.chat("codex", "hi"), members));
        Streamed streamed = olp.stream(Bodies.with(Bodies.stream("codex", "hi"), members));

        assertThat(streamed.assertWellFormed().content()).isEqualTo(whole.content());
        assertThat(streamed.finishReasons()).containsExactly("length");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\" from\"|Hello",
                "[\"stand-in\"]|`Hello from the `",
                "[\"nowhere\",\"中\",\"😀\"]|Hello from the stand-in. Unicode: é",
                "\"😀\"|Hello from the stand-in. Unicode: é中",
                "\"Hello\"|``",
                "\"end.\"|`Hello from the stand-in. Unicode: é中😀 `",
                "\"hello\"|Hello from the stand-in. Unicode: é中😀 end.",
                "[]|Hello from the stand-in. Unicode: é中😀 end.",
            })
    void theTextEndsBeforeAStop(String stop, String text) throws IOException {
        for (String model : new String[] {"sonnet", "codex"}) {
            Reply whole = olp.chat(Bodies.with(Bodies.chat(model, "hi"), "\"stop\":" + stop));
            Streamed streamed = olp.stream(Bodies.with(Bodies.stream(model, "hi"), "\"stop\":" + stop));

            assertThat(whole.content()).isEqualTo(text);
            assertThat(whole.finishReason()).isEqualTo("stop");
            assertThat(streamed.assertWellFormed().content()).isEqualTo(text);
            assertThat(streamed.finishReasons()).containsExactly("stop");
        }
    }

    @Test
    void aStopThatIsSplitOverDeltasEndsTheChild() throws IOException {
        // the deltas are "word word word …", one word each and 50 of them, 20 ms apart
        Streamed streamed = olp.stream(Bodies.with(Bodies.stream("sonnet", "{{slow}}"), "\"stop\":[\"rd word wo\"]"));

        assertThat(streamed.assertWellFormed().content()).isEqualTo("wo");
        assertThat(streamed.finishReasons()).containsExactly("stop");
        olp.assertNothingLeft();
    }

    @Test
    void aChildThatWouldNeverEndIsEndedByAStop() throws IOException {
        Reply reply = olp.chat(Bodies.with(Bodies.chat("sonnet", "{{flood-stdout}}"), "\"stop\":\"xxxx\""));

        assertThat(reply.content()).isEmpty();
        assertThat(reply.finishReason()).isEqualTo("stop");
        olp.assertNothingLeft();
    }
}
