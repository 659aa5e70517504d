package dev.olp.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.Login;
import dev.olp.provider.ReasoningEffort;
import dev.olp.provider.Tools;
import dev.olp.provider.Turn;
import dev.olp.provider.UpstreamAccess;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicProviderTest {
    private final AnthropicProvider provider = new AnthropicProvider();

    private LaunchPlan plan(Login.Kind kind, @Nullable Integer maxTokens, @Nullable ReasoningEffort effort) {
        ChatRequest request = new ChatRequest(
                List.of("SYSTEM TEXT"),
                List.of(ClaudeDriver.user("USER TEXT")),
                maxTokens,
                List.of(),
                effort,
                Tools.NONE);
        return provider.launch(ClaudeDriver.context(kind), request);
    }

    @Test
    void argv_offers_no_tool_and_holds_neither_prompt_nor_secret() {
        LaunchPlan plan = plan(Login.Kind.OAUTH_TOKEN, null, null);

        assertThat(plan.args())
                .containsSequence("--setting-sources", "")
                .containsSequence("--model", "claude-sonnet-4-5")
                .containsSequence("--permission-mode", "dontAsk", "--max-turns", "1")
                .contains("--strict-mcp-config", "--no-session-persistence", "--disable-slash-commands");
        assertThat(provider.isolation().harden(plan.args())).endsWith("--tools", "");
        assertThat(String.join(" ", plan.args())).doesNotContain("TEXT", "secret");
        assertThat(plan.files()).isEmpty();
    }

    @Test
    void the_login_goes_by_the_environment_of_its_kind() {
        assertThat(plan(Login.Kind.OAUTH_TOKEN, null, null).env())
                .containsEntry("CLAUDE_CODE_OAUTH_TOKEN", "secret")
                .doesNotContainKey("ANTHROPIC_API_KEY");
        assertThat(plan(Login.Kind.API_KEY, null, null).env())
                .containsEntry("ANTHROPIC_API_KEY", "secret")
                .doesNotContainKey("CLAUDE_CODE_OAUTH_TOKEN");
    }

    @Test
    void files_that_a_user_names_are_never_attached_and_nothing_is_retried() {
        assertThat(plan(Login.Kind.OAUTH_TOKEN, null, null).env())
                .containsEntry("CLAUDE_CODE_DISABLE_ATTACHMENTS", "1")
                .containsEntry("CLAUDE_CODE_MAX_RETRIES", "0")
                .containsEntry("CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK", "1")
                .containsEntry("CLAUDE_CODE_DISABLE_REFUSAL_RETRY", "1")
                .containsEntry("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
                .doesNotContainKeys("ANTHROPIC_UNIX_SOCKET", "CLAUDE_CODE_MAX_OUTPUT_TOKENS", "MAX_THINKING_TOKENS");
    }

    @Test
    void the_upstream_is_the_base_url() {
        LaunchContext context = new LaunchContext(
                new HomePaths("/h", "/t", "/w"),
                "m",
                new Login(Login.Kind.API_KEY, "k", null),
                new UpstreamAccess("http://127.0.0.1:4321", "/run/olp/g"),
                "2.1.332",
                Map.of(),
                "label");

        assertThat(provider.launch(context, ClaudeDriver.chat(ClaudeDriver.user("Q")))
                        .env())
                .containsEntry("ANTHROPIC_BASE_URL", "http://127.0.0.1:4321")
                .containsEntry("ANTHROPIC_UNIX_SOCKET", "/run/olp/g");
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2048, true", "2049, false", "32000, false"})
    void a_cap_too_low_for_thinking_switches_it_off(int maxTokens, boolean off) {
        LaunchPlan plan = plan(Login.Kind.OAUTH_TOKEN, maxTokens, null);

        assertThat(plan.env()).containsEntry("CLAUDE_CODE_MAX_OUTPUT_TOKENS", Integer.toString(maxTokens));
        assertThat(plan.env().containsKey("MAX_THINKING_TOKENS")).isEqualTo(off);
    }

    @Test
    void a_capped_run_has_a_budget_for_one_upstream_call_only() {
        assertThat(plan(Login.Kind.OAUTH_TOKEN, 100, null).args()).contains("--max-budget-usd");
        assertThat(plan(Login.Kind.OAUTH_TOKEN, null, null).args()).doesNotContain("--max-budget-usd");
    }

    @ParameterizedTest
    @CsvSource({"MINIMAL, low", "LOW, low", "MEDIUM, medium", "HIGH, high", "XHIGH, xhigh"})
    void effort_is_passed_on(ReasoningEffort effort, String word) {
        assertThat(plan(Login.Kind.OAUTH_TOKEN, null, effort).args()).containsSequence("--effort", word);
    }

    @Test
    void no_effort_at_all_switches_thinking_off() {
        LaunchPlan plan = plan(Login.Kind.OAUTH_TOKEN, null, ReasoningEffort.NONE);

        assertThat(plan.args()).doesNotContain("--effort");
        assertThat(plan.env()).containsEntry("MAX_THINKING_TOKENS", "0");
    }

    @Test
    void only_an_api_key_is_used_bare_since_claude_takes_no_oauth_token_there() {
        assertThat(plan(Login.Kind.API_KEY, null, null).args()).contains("--bare");
        assertThat(plan(Login.Kind.OAUTH_TOKEN, null, null).args()).doesNotContain("--bare");
    }

    @Test
    void the_version_is_read_as_claude_prints_it() {
        assertThat(provider.parseVersion("2.1.332 (Claude Code)\n")).isEqualTo("2.1.332");
        assertThat(provider.testedWith("2.1.332")).isTrue();
        assertThat(provider.testedWith("2.1.152")).isTrue();
        assertThat(provider.testedWith("3.0.0")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "codex-cli 0.171.0", "Segmentation fault"})
    void another_programs_output_is_no_version(String output) {
        assertThatThrownBy(() -> provider.parseVersion(output)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "claude-haiku-4-5, true, true",
        "claude-haiku-4-5-20251001, true, true",
        "claude-haiku-4-5, false, false",
        "claude-sonnet-4-6, true, false",
        "claude-opus-5, true, false"
    })
    void a_model_that_thinks_by_a_budget_takes_results_without_a_thought(String model, boolean result, boolean off) {
        Turn question = ClaudeDriver.user("Q");
        ChatRequest request = result
                ? ClaudeDriver.chat(
                        question,
                        new Turn.Assistant("", List.of(new Turn.ToolCall("call_1", "weather", "{}"))),
                        new Turn.Tool("call_1", List.of(), false))
                : ClaudeDriver.chat(question, ClaudeDriver.assistant("A"), question);
        LaunchContext any = ClaudeDriver.context(Login.Kind.OAUTH_TOKEN);
        LaunchContext context = new LaunchContext(
                any.paths(), model, any.login(), any.upstream(), any.cliVersion(), any.probes(), any.turnLabel());

        assertThat(provider.launch(context, request).env().containsKey("MAX_THINKING_TOKENS"))
                .isEqualTo(off);
    }
}
