package dev.olp.provider.openai;

import static dev.olp.provider.openai.CodexDriver.GREETED;
import static dev.olp.provider.openai.CodexDriver.INJECTED;
import static dev.olp.provider.openai.CodexDriver.STARTED;
import static dev.olp.provider.openai.CodexDriver.THREAD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Greeting.Heard;
import dev.olp.provider.Login;
import dev.olp.provider.SpareContext;
import dev.olp.provider.SparePlan;
import dev.olp.provider.Step;
import dev.olp.provider.UpstreamAccess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A codex that is started ahead and told its request late. */
class LateCodexTest {
    private static final ChatRequest CHAT = CodexDriver.chat(CodexDriver.user("quagga"));

    private static SpareContext context() {
        return new SpareContext(
                new HomePaths("/run/home", "/run/temp", "/run/work"),
                new Login(Login.Kind.OAUTH_TOKEN, "token-of-the-run", "account-1"),
                new UpstreamAccess("http://127.0.0.1:3129", null),
                "0.171.0",
                Map.of("version", "codex-cli 0.171.0", "catalog", CodexDriver.CATALOG),
                List.of("gpt-5.5"));
    }

    private static SparePlan plan() {
        return new OpenAiProvider().spare(context()).orElseThrow();
    }

    private static Heard hears(String line) {
        return plan().greeting().hear(line.getBytes(StandardCharsets.UTF_8));
    }

    private static String written(List<StdinLine> lines) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (StdinLine line : lines) {
            line.writeTo(out);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void it_is_initialized_ahead_and_given_no_thread() throws IOException {
        assertThat(written(plan().greeting().opening()).lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains("\"method\":\"initialize\""),
                        second -> assertThat(second).contains("\"method\":\"initialized\""));
        assertThat(plan().args()).noneMatch(argument -> argument.contains("gpt-5.5"));
    }

    @Test
    void it_is_ready_once_it_answers_and_may_tell_of_itself_before() {
        assertThat(hears("{\"method\":\"account/updated\",\"params\":{}}")).isEqualTo(Heard.NOTHING);
        assertThat(hears(GREETED)).isEqualTo(Heard.READY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":1,\"error\":{\"code\":-32600,\"message\":\"no\"}}",
                "{\"id\":2,\"result\":{}}",
                "{\"id\":9,\"method\":\"item/commandExecution/requestApproval\",\"params\":{}}",
                "WARNING: what is this?",
                "[]"
            })
    void it_is_doubted_when_it_says_anything_else(String odd) {
        assertThat(hears(odd)).isEqualTo(Heard.DOUBT);
    }

    @Test
    void the_request_begins_with_the_thread_and_goes_on_as_a_cold_one_does() throws IOException {
        var dialogue = new OpenAiProvider().late(context(), "gpt-5.5", CHAT).orElseThrow();
        List<String> late =
                new ArrayList<>(written(dialogue.opening().writes()).lines().toList());
        for (String line : List.of(THREAD, INJECTED, STARTED)) {
            late.addAll(written(dialogue.accept(line.getBytes(StandardCharsets.UTF_8))
                            .writes())
                    .lines()
                    .toList());
        }
        CodexDriver cold = CodexDriver.running(CHAT);

        assertThat(late.getFirst()).contains("\"method\":\"thread/start\"");
        assertThat(String.join("", late)).contains("quagga").doesNotContain("\"method\":\"initialize");
        List<String> afterGreeting =
                cold.written.stream().map(String::strip).skip(2).toList();
        assertThat(late).isEqualTo(afterGreeting);
    }

    @Test
    void a_thread_that_is_refused_is_a_failure() {
        var dialogue = new OpenAiProvider().late(context(), "gpt-5.5", CHAT).orElseThrow();
        dialogue.opening();

        Step step = dialogue.accept("{\"id\":2,\"error\":{\"code\":-32600,\"message\":\"no such model\"}}"
                .getBytes(StandardCharsets.UTF_8));

        assertThat(step.ending()).isNotEqualTo(Step.Ending.NONE);
        assertThat(dialogue.end(new ExitStatus.NotAwaited(), "")).isInstanceOf(DialogueEnd.Failed.class);
    }

    @Test
    void what_answers_the_greeting_again_is_not_taken_for_the_threads() {
        var dialogue = new OpenAiProvider().late(context(), "gpt-5.5", CHAT).orElseThrow();
        dialogue.opening();

        assertThat(dialogue.accept(GREETED.getBytes(StandardCharsets.UTF_8))).isEqualTo(Step.NOTHING);
        assertThat(dialogue.skipped()).isOne();
    }

    @Test
    void a_model_that_is_not_in_its_catalog_starts_cold() {
        assertThat(new OpenAiProvider().late(context(), "gpt-7", CHAT)).isEmpty();
    }
}
