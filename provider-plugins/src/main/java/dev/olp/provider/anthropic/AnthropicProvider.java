package dev.olp.provider.anthropic;

import dev.olp.isolation.contract.ContractDeclaration;
import dev.olp.isolation.contract.EnvironmentOverrides;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.isolation.contract.ToolHardening;
import dev.olp.provider.AllowedRequest;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Dialogue;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.Login;
import dev.olp.provider.LoginStyle;
import dev.olp.provider.Probe;
import dev.olp.provider.Provider;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.QuotaHeaders;
import dev.olp.provider.SpareContext;
import dev.olp.provider.SparePlan;
import dev.olp.provider.Unhonoured;
import dev.olp.provider.UpstreamApi;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Anthropic's models through {@code claude} (Claude Code 2.1.152 and 2.1.332). */
public final class AnthropicProvider implements Provider {
    private static final String CONFIG_FOLDER = ".claude";
    private static final Pattern VERSION = Pattern.compile("\\s*(\\d+\\.\\d+\\.\\d+\\S*) \\(Claude Code\\)\\s*");
    private static final Set<String> TESTED = Set.of("2.1.152", "2.1.332");
    /** Where a model that is told late leaves no trace in the messages; 2.1.152 tells the model of the change. */
    private static final Set<String> LATE = Set.of("2.1.332");

    /** What 2.1.152 and 2.1.332 ask for with quiet settings: the call, and a look whether the API is there. */
    private static final UpstreamApi API = new UpstreamApi(
            "https://api.anthropic.com",
            LoginStyle.X_API_KEY,
            List.of(
                    new AllowedRequest("POST", "/v1/messages?beta=true"),
                    new AllowedRequest("HEAD", "/"),
                    new AllowedRequest("HEAD", "/api/hello")));

    private static final IsolationContract CONTRACT = ContractDeclaration.read(Map.of(
            "ephemeralEnvOverrides",
            (EnvironmentOverrides)
                    (root, keyId, requestId) -> Map.of("HOME", root, "CLAUDE_CONFIG_DIR", root + "/" + CONFIG_FOLDER),
            "requiredHomePaths",
            List.of(CONFIG_FOLDER),
            "hasInnerSandbox",
            false,
            "crossTenantReadProtection",
            "tool-suppression",
            "recommendedDeploymentTier",
            "shared-os-user",
            "toolHardeningArgs",
            (ToolHardening) ClaudeLaunch::withoutTools,
            "credentialMode",
            "gateway"));

    @Override
    public String id() {
        return "anthropic";
    }

    @Override
    public String displayName() {
        return "Anthropic (claude)";
    }

    @Override
    public String adapterVersion() {
        return "1";
    }

    @Override
    public ProviderHints hints() {
        return new ProviderHints("claude", true, true, true, true, true, true);
    }

    @Override
    public List<Probe> probes() {
        return List.of(new Probe(Probe.VERSION, List.of("--version"), true));
    }

    @Override
    public Map<String, String> probeEnvironment(HomePaths paths) {
        return ClaudeLaunch.QUIET;
    }

    @Override
    public String parseVersion(String output) {
        Matcher matcher = VERSION.matcher(output);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("claude --version: " + output + " (expected: 2.1.332 (Claude Code))");
        }
        return matcher.group(1);
    }

    @Override
    public boolean testedWith(String cliVersion) {
        return TESTED.contains(cliVersion);
    }

    @Override
    public IsolationContract isolation() {
        return CONTRACT;
    }

    @Override
    public UpstreamApi upstreamApi(Login login) {
        return API;
    }

    @Override
    public Optional<QuotaHeaders> quotaHeaders() {
        return Optional.of(new ClaudeQuota());
    }

    @Override
    public LaunchPlan launch(LaunchContext context, ChatRequest request) {
        return new LaunchPlan(
                ClaudeLaunch.args(context, request),
                ClaudeLaunch.environment(context, request),
                List.of(),
                List.of(),
                false,
                dialogue(context.login(), LateSettings.none(), context.cliVersion(), context.model(), request));
    }

    @Override
    public Optional<SparePlan> spare(SpareContext context) {
        return LATE.contains(context.cliVersion())
                ? Optional.of(new SparePlan(
                        ClaudeLaunch.fixed(context.login()),
                        ClaudeLaunch.environment(context.login(), context.upstream()),
                        List.of(),
                        List.of(),
                        new ClaudeGreeting()))
                : Optional.empty();
    }

    /** A cap on the output is a matter of argv and environment. */
    @Override
    public Optional<Dialogue> late(SpareContext context, String model, ChatRequest request) {
        return request.maxTokens() == null
                ? Optional.of(dialogue(
                        context.login(), LateSettings.of(model, request), context.cliVersion(), model, request))
                : Optional.empty();
    }

    @Override
    public Optional<Unhonoured> unhonoured(String cliVersion, ChatRequest request) {
        return ClaudeTools.unhonoured(request.tools());
    }

    @Override
    public boolean takesThoughts(String kind) {
        return ClaudeThought.isOurs(kind);
    }

    @Override
    public String upstreamToolName(String name) {
        return ClaudeToolNames.upstream(name);
    }

    private static Dialogue dialogue(
            Login login, LateSettings late, String cliVersion, String model, ChatRequest request) {
        List<String> system = Stream.concat(
                        request.system().stream(), Stream.of(request.tools().instruction(ClaudeToolNames::upstream)))
                .filter(text -> !text.isBlank())
                .toList();
        return new ClaudeDialogue(
                new ClaudeSetup(login.kind(), late, system, ClaudeTools.of(request.tools(), cliVersion)),
                ClaudeHistory.of(request, model));
    }
}
