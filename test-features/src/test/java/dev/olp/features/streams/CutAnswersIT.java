package dev.olp.features.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that end before the CLI's own end: stop strings and caps. The child does not outlive the cut. */
class CutAnswersIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String CODEX = "gpt-5.5";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "claude-sonnet-4-6;\"stand\";'Hello from the '",
                "claude-sonnet-4-6;[\"nowhere\",\"😀\",\" the\"];Hello from",
                "gpt-5.5;\"stand\";'Hello from the '",
                "devstral;\"stand\";'Hello from the '"
            })
    void anAnswerEndsBeforeTheStopString(String model, String stop, String shown) throws IOException {
        String members = "\"stop\":" + stop;
        Streamed streamed =
                olp.stream(Bodies.with(Bodies.stream(model, "hi"), members)).assertWellFormed();
        Reply whole = olp.chat(Bodies.with(Bodies.chat(model, "hi"), members));

        assertThat(streamed.content()).isEqualTo(shown);
        assertThat(streamed.finishReasons()).containsExactly("stop");
        assertThat(whole.content()).isEqualTo(shown);
        assertThat(whole.finishReason()).isEqualTo("stop");
        assertThat(whole.header("x-olp-usage")).isEqualTo("estimated");
    }

    /** The stand-in goes on for ever: only an ended child lets this test end. */
    @Test
    void aStopStringIsFoundAcrossTwoDeltasAndEndsTheChild() throws IOException {
        Streamed answer = olp.stream(Bodies.with(Bodies.stream(CLAUDE, "{{drip}}"), "\"stop\":\"d word w\""))
                .assertWellFormed();

        assertThat(answer.content()).isEqualTo("wor");
        olp.assertNothingLeft();
    }

    @Test
    void aStopStringThatNeverComesHidesNothing() throws IOException {
        String members = "\"stop\":[\"end.!\",\"Hello from the stand-out\"]";

        assertThat(olp.stream(Bodies.with(Bodies.stream(CLAUDE, "hi"), members))
                        .assertWellFormed()
                        .content())
                .isEqualTo(ANSWER);
        assertThat(olp.chat(Bodies.with(Bodies.chat(CODEX, "hi"), members)).content())
                .isEqualTo(ANSWER);
    }

    /** claude keeps the cap itself and says so; the child, which would go on, is ended there. */
    @ParameterizedTest
    @ValueSource(strings = {"max_tokens", "max_completion_tokens"})
    void claudeEndsAtItsCap(String field) throws IOException {
        String body = Bodies.with(Bodies.stream(CLAUDE, "{{reason:max_tokens}}"), "\"" + field + "\":9");
        Streamed answer = olp.stream(body).assertWellFormed();

        assertThat(answer.content()).isEqualTo("Hello fro");
        assertThat(answer.finishReasons()).containsExactly("length");
    }

    @ParameterizedTest
    @ValueSource(strings = {"max_tokens", "max_completion_tokens"})
    void whereTheCliHasNoCapTheProxyCuts(String field) throws IOException {
        String members = "\"" + field + "\":3";
        Streamed streamed =
                olp.stream(Bodies.with(Bodies.stream(CODEX, "hi"), members)).assertWellFormed();
        Reply whole = olp.chat(Bodies.with(Bodies.chat(CODEX, "hi"), members));

        assertThat(ANSWER).startsWith(streamed.content());
        assertThat(streamed.content()).hasSizeBetween(1, ANSWER.length() - 1);
        assertThat(streamed.finishReasons()).containsExactly("length");
        assertThat(whole.content()).isEqualTo(streamed.content());
        assertThat(whole.finishReason()).isEqualTo("length");
        assertThat(whole.header("x-olp-usage")).isEqualTo("estimated");
        assertThat(whole.json().at("/usage/completion_tokens").intValue())
                .as("what was made, not only what was shown")
                .isGreaterThanOrEqualTo(3);
    }

    @Test
    void aCapBeyondTheAnswerCutsNothing() throws IOException {
        Streamed answer = olp.stream(Bodies.with(Bodies.stream(CODEX, "hi"), "\"max_tokens\":1000"))
                .assertWellFormed();

        assertThat(answer.content()).isEqualTo(ANSWER);
        assertThat(answer.finishReasons()).containsExactly("stop");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"stop\":[\"a\",\"b\",\"c\",\"d\",\"e\"]",
                "\"stop\":\"\"",
                "\"stop\":[1]",
                "\"max_tokens\":0",
                "\"max_tokens\":-1",
                "\"max_completion_tokens\":\"7\"",
                "\"max_tokens\":1.5"
            })
    void aBadCutIsRefusedBeforeAnythingStarts(String members) throws IOException {
        int before = olp.notes("starts").size();

        Reply reply = olp.chat(Bodies.with(Bodies.chat(CLAUDE, "hi"), members));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.errorCode()).isEqualTo("invalid_value");
        assertThat(reply.json().at("/error/param").asString("")).isNotEmpty();
        assertThat(olp.notes("starts")).hasSize(before);
    }
}
