package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.olp.isolation.contract.ExitStatus;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.StdinLine;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Dialogue;
import dev.olp.provider.DialogueEnd;
import dev.olp.provider.Greeting.Heard;
import dev.olp.provider.Login;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.SpareContext;
import dev.olp.provider.SparePlan;
import dev.olp.provider.Step;
import dev.olp.provider.Tools;
import dev.olp.provider.UpstreamAccess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A claude that is started ahead and told its request late. */
class LateClaudeTest {
    private final AnthropicProvider provider = new AnthropicProvider();

    private static SpareContext context(String version) {
        return new SpareContext(
                new HomePaths("/run/home", "/run/temp", "/run/work"),
                new Login(Login.Kind.OAUTH_TOKEN, "token-of-the-run", null),
                new UpstreamAccess("http://olp.invalid", "/run/olp/g"),
                version,
                Map.of(),
                List.of());
    }

    private static ChatRequest chat(@Nullable Integer maxTokens, @Nullable ReasoningEffort effort) {
        return new ChatRequest(
                List.of("Be brief."), List.of(ClaudeDriver.user("quagga")), maxTokens, List.of(), effort, Tools.NONE);
    }

    private Dialogue late(@Nullable ReasoningEffort effort) {
        return provider.late(context("2.1.332"), "claude-opus-4-6", chat(null, effort))
                .orElseThrow();
    }

    private static Step say(Dialogue dialogue, String line) {
        return dialogue.accept(line.getBytes(StandardCharsets.UTF_8));
    }

    private static String answer(String id, String subtype) {
        return """
                {"type":"control_response","response":{"subtype":"%s","request_id":"%s","error":"no"}}""".formatted(subtype, id);
    }

    private static List<String> written(List<StdinLine> lines) throws IOException {
        List<String> texts = new ArrayList<>();
        for (StdinLine line : lines) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            line.writeTo(out);
            texts.add(out.toString(StandardCharsets.UTF_8));
        }
        return texts;
    }

    @Test
    void nothing_of_a_request_is_in_how_it_is_started() throws IOException {
        SparePlan plan = provider.spare(context("2.1.332")).orElseThrow();

        assertThat(plan.args()).contains("--strict-mcp-config").doesNotContain("--model", "--effort");
        assertThat(plan.env())
                .containsEntry("CLAUDE_CODE_DISABLE_ATTACHMENTS", "1")
                .containsEntry("CLAUDE_CODE_OAUTH_TOKEN", "token-of-the-run")
                .doesNotContainKeys("CLAUDE_CODE_MAX_OUTPUT_TOKENS", "MAX_THINKING_TOKENS");
        assertThat(written(plan.greeting().opening()))
                .singleElement()
                .asString()
                .contains("\"settings\":{}");
    }

    @Test
    void it_is_ready_once_it_answers_and_doubted_when_it_begins_to_talk() {
        var greeting = provider.spare(context("2.1.332")).orElseThrow().greeting();

        assertThat(greeting.hear(answer("olp-ready", "success").getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Heard.READY);
        assertThat(greeting.hear("{\"type\":\"keep_alive\"}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Heard.NOTHING);
        for (String odd :
                List.of(answer("olp-ready", "error"), answer("other", "success"), "{\"type\":\"assistant\"}", "x")) {
            assertThat(greeting.hear(odd.getBytes(StandardCharsets.UTF_8)))
                    .as(odd)
                    .isEqualTo(Heard.DOUBT);
        }
    }

    @Test
    void model_and_effort_are_told_before_the_system_prompt_and_never_by_set_model() throws IOException {
        assertThat(written(late(ReasoningEffort.HIGH).opening().writes()))
                .satisfiesExactly(
                        settings -> assertThat(settings)
                                .contains(
                                        "apply_flag_settings",
                                        "\"model\":\"claude-opus-4-6\"",
                                        "\"effortLevel\":\"high\""),
                        initialize -> assertThat(initialize).contains("Be brief."))
                .noneMatch(line -> line.contains("set_model") || line.contains("quagga"));
        assertThat(written(late(ReasoningEffort.NONE).opening().writes()))
                .hasSize(3)
                .anyMatch(line -> line.contains("\"max_thinking_tokens\":0"));
    }

    @Test
    void the_question_follows_only_when_all_was_granted() throws IOException {
        Dialogue dialogue = late(null);
        dialogue.opening();
        assertThat(say(dialogue, answer("olp-settings", "success"))).isEqualTo(Step.NOTHING);
        assertThat(written(say(dialogue, ClaudeDriver.INITIALIZED).writes()))
                .singleElement()
                .asString()
                .contains("quagga");
    }

    @ParameterizedTest
    @ValueSource(strings = {"refused", "unanswered", "another model"})
    void it_is_ended_before_it_asks_another_model(String how) {
        Dialogue dialogue = late(null);
        dialogue.opening();
        Step step = switch (how) {
            case "refused" -> say(dialogue, answer("olp-settings", "error"));
            case "unanswered" -> say(dialogue, ClaudeDriver.INITIALIZED);
            default -> {
                say(dialogue, answer("olp-settings", "success"));
                say(dialogue, ClaudeDriver.INITIALIZED);
                yield say(dialogue, "{\"type\":\"system\",\"subtype\":\"init\",\"model\":\"claude-sonnet-4-6\"}");
            }
        };
        assertThat(step.ending()).isNotEqualTo(Step.Ending.NONE);
        assertThat(dialogue.end(new ExitStatus.NotAwaited(), "")).isInstanceOf(DialogueEnd.Failed.class);
    }

    @Test
    void an_older_version_and_a_cap_on_the_output_start_cold() {
        assertThat(provider.spare(context("2.1.152"))).isEmpty();
        assertThat(provider.spare(context("3.0.0"))).isEmpty();
        assertThat(provider.late(context("2.1.332"), "claude-opus-4-6", chat(100, null)))
                .isEmpty();
    }
}
