package dev.olp.features.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.features.support.AuditTable;
import dev.olp.features.support.Bodies;
import dev.olp.features.support.OlpServer;
import dev.olp.features.support.Reply;
import dev.olp.features.support.SseReader;
import dev.olp.features.support.Streamed;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The shape of an answer, streamed and whole, whatever way the CLI told it. */
class StreamIT {
    private static final String CLAUDE = "claude-sonnet-4-6";
    private static final String ANSWER = "Hello from the stand-in. Unicode: é中😀 end.";

    @RegisterExtension
    static final OlpServer olp = OlpServer.with().standIns().server();

    @Test
    void aStreamHasOneRoleOneFinishAndOneDoneWhichIsLast() throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "hi")).assertWellFormed();

        assertThat(answer.content()).isEqualTo(ANSWER);
        assertThat(answer.finishReasons()).containsExactly("stop");
        assertThat(answer.head().header("x-olp-provider-used")).isEqualTo("anthropic");
        assertThat(answer.head().header("x-olp-cache")).isEqualTo("bypass");
        assertThat(answer.chunks().getFirst().path("model").asString("")).isEqualTo(CLAUDE);
    }

    /** S62: the CLI goes on after its result, and the client sees nothing of it. */
    @ParameterizedTest
    @ValueSource(strings = {"linger", "grandchild", "daemon"})
    void nothingFollowsTheEndWhileTheCliLingers(String mode) throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{" + mode + "}}")).assertWellFormed();

        assertThat(answer.content()).isEqualTo(ANSWER);
    }

    /** S71, S72: all text, once, and the same bytes both ways. */
    @ParameterizedTest
    @CsvSource({
        "ok,Hello from the stand-in. Unicode: é中😀 end.",
        "result-only,Hello from the stand-in. Unicode: é中😀 end.",
        "empty-result,Hello from the stand-in. Unicode: é中😀 end.",
        "two-texts,First. Second.",
        "split,é中😀"
    })
    void theTextIsWholeAndNotDoubledInBothModes(String mode, String text) throws IOException {
        Streamed streamed =
                olp.stream(Bodies.stream(CLAUDE, "{{" + mode + "}}")).assertWellFormed();
        Reply whole = olp.chat(Bodies.chat(CLAUDE, "{{" + mode + "}}"));

        assertThat(streamed.content()).isEqualTo(text);
        assertThat(whole.content()).isEqualTo(text);
        assertThat(whole.finishReason()).isEqualTo("stop");
    }

    @Test
    void reasoningHasAFieldOfItsOwn() throws IOException {
        Streamed streamed = olp.stream(Bodies.with(
                        Bodies.stream(CLAUDE, "{{thinking}}"), "\"stream_options\":{\"include_usage\":true}"))
                .assertWellFormed();
        Reply whole = olp.chat(Bodies.chat(CLAUDE, "{{thinking}}"));

        assertThat(streamed.reasoning()).isEqualTo("Let me think.");
        assertThat(streamed.content()).isEqualTo(ANSWER);
        assertThat(streamed.chunks()
                        .getLast()
                        .at("/usage/completion_tokens_details/reasoning_tokens")
                        .intValue())
                .isEqualTo(4);
        assertThat(whole.content()).isEqualTo(ANSWER);
        assertThat(whole.json().at("/choices/0/message/reasoning_content").asString(""))
                .isEqualTo("Let me think.");
    }

    @Test
    void usageComesInOneChunkOfItsOwnWhereItIsAskedFor() throws IOException {
        List<JsonNode> chunks = olp.stream(
                        Bodies.with(Bodies.stream(CLAUDE, "hi"), "\"stream_options\":{\"include_usage\":true}"))
                .assertWellFormed()
                .chunks();

        JsonNode last = chunks.getLast();
        assertThat(last.path("choices").isEmpty()).isTrue();
        assertThat(last.at("/usage/prompt_tokens").intValue()).isEqualTo(28);
        assertThat(last.at("/usage/prompt_tokens_details/cached_tokens").intValue())
                .isEqualTo(3);
        assertThat(last.at("/usage/completion_tokens").intValue()).isEqualTo(12);
        assertThat(last.at("/usage/total_tokens").intValue()).isEqualTo(40);
        assertThat(chunks.subList(0, chunks.size() - 1))
                .allSatisfy(chunk -> assertThat(chunk.path("usage").isNull()).isTrue());
    }

    /** S60, S61: an unasked-for chunk without choices crashes clients; it is counted for us all the same. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\"stream_options\":{\"include_usage\":false}", "\"stream_options\":null"})
    void usageIsNotSentWhereItIsNotAskedForAndCountedAllTheSame(String members) throws IOException {
        String body = Bodies.stream(CLAUDE, "hi");
        Streamed answer = olp.stream(members.isEmpty() ? body : Bodies.with(body, members))
                .assertWellFormed();

        assertThat(answer.chunks()).allSatisfy(chunk -> {
            assertThat(chunk.path("choices").size()).isEqualTo(1);
            assertThat(chunk.has("usage")).isFalse();
        });
        AuditTable.Row row = new AuditTable(olp).of(answer.head().header("x-request-id"));
        assertThat(row.number("input_tokens")).isEqualTo(28);
        assertThat(row.number("output_tokens")).isEqualTo(12);
        assertThat(row.number("usage_estimated")).isZero();
    }

    /** S66: without the CLI's own result nothing is a success. */
    @ParameterizedTest
    @CsvSource({
        "no-result,provider_error",
        "exit-mid,provider_error",
        "killed,provider_error",
        "half-character,provider_error",
        "failure-mid,overloaded",
        "contradiction,provider_protocol_error"
    })
    void aStreamThatBreaksOffEndsInAnErrorAndNotInDone(String mode, String code) throws IOException {
        Streamed answer = olp.stream(Bodies.stream(CLAUDE, "{{" + mode + "}}")).assertFailed(code);

        assertThat(answer.content()).isNotEmpty();
        assertThat(new AuditTable(olp).of(answer.head().header("x-request-id")).get("error_code"))
                .isEqualTo(code);
    }

    /** S67: neither is a plain stop, and the CLI is not left time to ask the provider again. */
    @ParameterizedTest
    @CsvSource({
        "max_tokens,length",
        "model_context_window_exceeded,length",
        "refusal,content_filter",
        "stop_sequence,stop"
    })
    void aStopReasonIsToldAsOpenAiNamesIt(String reason, String finish) throws IOException {
        String mode = reason.equals("stop_sequence") ? "hi" : "{{reason:" + reason + "}}";
        assertThat(olp.stream(Bodies.stream(CLAUDE, mode)).assertWellFormed().finishReasons())
                .containsExactly(finish);
        assertThat(olp.chat(Bodies.chat(CLAUDE, mode)).finishReason()).isEqualTo(finish);
    }

    /** S68: before the first content the status is the true one, for streams too. */
    @ParameterizedTest
    @CsvSource({"exit:1,502,provider_error", "exit:0,502,provider_error", "fault-text,429,rate_limit_exceeded"})
    void aFaultBeforeTheFirstContentHasItsStatus(String mode, int status, String code) throws IOException {
        for (boolean stream : new boolean[] {true, false}) {
            Reply reply = olp.chat(Bodies.chat(CLAUDE, stream, Bodies.message("user", "{{" + mode + "}}")));

            assertThat(reply.status()).isEqualTo(status);
            assertThat(reply.errorCode()).isEqualTo(code);
            assertThat(reply.header("content-type")).startsWith("application/json");
            assertThat(reply.text()).doesNotContain("SECRET", "internal.example", "/root/.claude", "API Error");
        }
    }

    /** S94: what a CLI says of a fault is no answer, and a user who quotes it has not caused one. */
    @Test
    void aQuotedFaultTextIsNoFault() throws IOException {
        Reply reply = olp.chat(Bodies.chat(CLAUDE, "What is \"API Error: 429 rate limited\"? Please run /login"));

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.content()).isEqualTo(ANSWER);
    }

    /** S55: a client that reads every data line as JSON must not fail; the reader here is such a one. */
    @Test
    void everyDataLineIsJsonOrDone() throws IOException {
        List<SseReader.Event> events =
                olp.stream(Bodies.stream(CLAUDE, "{{slow}}")).assertWellFormed().events();

        assertThat(events)
                .hasSizeGreaterThan(50)
                .allSatisfy(event ->
                        assertThat(event.isDone() || event.json().isObject()).isTrue());
    }
}
