package dev.olp.features.children;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a CLI may print and do, and what becomes of it. */
class ProcessIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String CODEX = "gpt-5.5";
    private static final String VIBE = "devstral";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    /** S78, S81, S83: unknown events, 200 KB of stderr, banners, colours, CRLF, a byte order mark, half JSON. */
    @ParameterizedTest
    @ValueSource(strings = {"unknown", "flood-stderr", "banner", "crlf"})
    void noiseIsNeitherAnswerNorFault(String mode) throws IOException {
        Streamed streamed =
                olp.stream(Bodies.stream(CLAUDE, "{{" + mode + "}}")).assertWellFormed();
        Reply whole = olp.chat(Bodies.chat(CLAUDE, "{{" + mode + "}}"));

        assertThat(streamed.content()).isEqualTo(ANSWER);
        assertThat(whole.content()).isEqualTo(ANSWER);
    }

    /** S119: a login of the CLI's own would be somebody else's money. */
    @Test
    void aCliThatSpendsAnotherLoginThanItWasGivenAnswersNobody() throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "{{other-login}}"));

        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.errorCode()).isEqualTo("provider_protocol_error");
        assertThat(olp.log()).contains("/login managed key");
    }

    /** S79: no small buffer is in the way. */
    @ParameterizedTest
    @ValueSource(ints = {65_537, 1_000_000})
    void aLongLineComesWhole(int length) throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "{{line:" + length + "}}"));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.content()).hasSizeGreaterThanOrEqualTo(length).matches("x+");
    }

    /** S79: and none without an end. */
    @Test
    void aLineWithoutEndIsAFault() throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "{{line:20000000}}"));

        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.errorCode()).isEqualTo("provider_protocol_error");
        assertThat(olp.log()).contains("output cap passed: line");
    }

    /** S84: the operator's log says what the CLI said, secrets struck out; the caller is told none of it. */
    @Test
    void aCliThatWillNotRunIsToldToTheOperatorAndNotToTheCaller() throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "{{exit:2}}"));

        assertThat(reply.status()).isEqualTo(502);
        assertThat(reply.errorCode()).isEqualTo("provider_error");
        assertThat(reply.text()).doesNotContain("fatal", "SECRET", "internal.example");
        assertThat(olp.log()).contains("fatal: token").doesNotContain("SECRET");
    }

    /** S48, S50, S103: flags only, and always the streaming ones; what the client wrote is nowhere in the argument list. */
    @ParameterizedTest
    @ValueSource(strings = {"claude-sonnet-4-6", "gpt-5.5", "devstral"})
    void noPromptStandsInAnArgument(String model) throws IOException {
        assertThat(olp.chat(Bodies.chat(
                                model,
                                false,
                                Bodies.message("system", "needle-of-the-system"),
                                Bodies.message("user", "--help needle-of-the-user")))
                        .status())
                .isEqualTo(200);

        assertThat(olp.notes("starts"))
                .isNotEmpty()
                .allSatisfy(start -> assertThat(start).doesNotContain("needle", "--help"));
        assertThat(olp.notes("starts").stream().filter(start -> start.contains("--strict-mcp-config")))
                .allSatisfy(start -> assertThat(start)
                        .contains("--output-format stream-json", "--include-partial-messages", "--tools "));
    }

    /** S86: what failed with exit code 0 has failed. */
    @ParameterizedTest
    @CsvSource({"failed,503,overloaded", "nothing,502,provider_error"})
    void aCodexTurnThatFailedWithExitCodeZeroIsNoSuccess(String mode, int status, String code) throws IOException {
        Reply reply = olp.chat(Bodies.stream(CODEX, "{{" + mode + "}}"));

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.errorCode()).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"failed-mid", "unfinished"})
    void aCodexTurnThatFailsInTheMiddleBreaksOff(String mode) throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CODEX, "{{" + mode + "}}"));

        assertThat(answer.content()).isEqualTo("Hello fro");
        assertThat(answer.errorCode()).isNotEmpty();
        assertThat(answer.finishReasons()).isEmpty();
    }

    /** S88, S82: the text is taken from wherever it stands, and a CLI that waits for the end of its stdin gets it. */
    @ParameterizedTest
    @ValueSource(strings = {"ok", "items-only", "turn-only"})
    void aCodexAnswerIsTakenFromWhereItStands(String mode) throws IOException {
        Streamed streamed = olp.stream(Bodies.stream(CODEX, "{{" + mode + "}}")).assertWellFormed();
        Reply whole = olp.chat(Bodies.chat(CODEX, "{{" + mode + "}}"));

        assertThat(streamed.content()).isEqualTo(ANSWER);
        assertThat(whole.content()).isEqualTo(ANSWER);
        olp.assertNothingLeft();
        assertThat(new AuditTable(olp).of(whole.header("x-request-id")).get("outcome"))
                .isEqualTo("SUCCESS");
    }

    /** S91: the stand-in, like vibe, loses its prompt where it cannot open a terminal. */
    @Test
    void vibeFindsATerminalAndItsPrompt() throws IOException {
        Streamed streamed = olp.stream(Bodies.stream(VIBE, "say it")).assertWellFormed();

        assertThat(streamed.content()).isEqualTo(ANSWER);
        assertThat(olp.notes("prompt")).contains("say it");
    }

    /** S92: no closing event, the exit code decides; tools are off by a pattern that no name fits. */
    @ParameterizedTest
    @CsvSource({
        "rate,429,rate_limit_exceeded",
        "context,400,context_length_exceeded",
        "key,503,upstream_auth_required",
        "server,502,provider_error",
        "traceback,502,provider_error",
        "bye,502,provider_protocol_error",
        "silent,502,provider_protocol_error",
        "tool,502,provider_protocol_error"
    })
    void aVibeThatEndsWithoutAnAnswerHasFailed(String mode, int status, String code) throws IOException {
        Reply reply = olp.chat(Bodies.chat(VIBE, "{{" + mode + "}}"));

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.errorCode()).isEqualTo(code);
    }

    /** S127, S128, S136: a home of its own, and of the server's environment only what a CLI needs. */
    @Test
    void aChildSeesNothingOfTheServersEnvironment() throws IOException {
        assertThat(olp.chat(Bodies.chat(CLAUDE, "{{env}}")).status()).isEqualTo(200);

        Map<String, String> environment = olp.notes("env").stream()
                .filter(line -> line.contains("="))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf('=')),
                        line -> line.substring(line.indexOf('=') + 1),
                        (a, b) -> b));
        assertThat(environment)
                .doesNotContainKeys(
                        "OLP_TEST_CANARY",
                        "OLP_OWNER_TOKEN",
                        "OLP_HOME",
                        "CODEX_API_KEY",
                        "MISTRAL_API_KEY",
                        "RUNTIME_DIRECTORY");
        assertThat(String.join("\n", environment.values()))
                .doesNotContain(
                        OlpServer.CANARY, OlpServer.OWNER_TOKEN, olp.home().toString());
        assertThat(environment)
                .as("a token of this run alone")
                .hasEntrySatisfying(
                        "CLAUDE_CODE_OAUTH_TOKEN",
                        token -> assertThat(token).hasSize(43).doesNotContain("fake"));
        assertThat(environment)
                .containsEntry("HOME", "/home/u")
                .containsEntry("TMPDIR", "/tmp")
                .containsEntry("PWD", "/w");
    }

    /** Files and folders that cannot be written to are removed with the home all the same. */
    @Test
    void whatAChildLeavesInItsHomeGoesWithIt() throws IOException {
        assertThat(olp.chat(Bodies.chat(CLAUDE, "{{litter}}")).status()).isEqualTo(200);

        olp.assertNothingLeft();
    }

    /** S131: anyone learns that it lives, and no more. */
    @Test
    void healthTellsAStrangerNothing() throws IOException {
        assertThat(olp.chat(Bodies.chat(CLAUDE, "{{exit:1}}")).status()).isEqualTo(502);
        for (String header : new String[] {"Authorization: Bearer wrong", "X-Nothing: 1"}) {
            try (var http = olp.connect()) {
                Reply reply = http.send("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + "\r\n\r\n")
                        .reply();
                assertThat(reply.status()).isEqualTo(200);
                assertThat(reply.json().propertyNames()).containsExactlyInAnyOrder("ok", "version");
            }
        }
    }
}
