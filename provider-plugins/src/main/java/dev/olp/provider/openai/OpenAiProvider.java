package dev.olp.provider.openai;

import dev.olp.isolation.contract.ContractDeclaration;
import dev.olp.isolation.contract.EnvironmentOverrides;
import dev.olp.isolation.contract.HomeFile;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.IsolationContract;
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
import dev.olp.provider.UpstreamAccess;
import dev.olp.provider.UpstreamApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** OpenAI's models through {@code codex}; with a ChatGPT login or an API key. */
public final class OpenAiProvider implements Provider {
    /**
     * What 0.133.0 and 0.171.0 ask a custom provider with {@code wire_api="responses"} for. Once: what comes after the
     * first answer is codex's own way on after a tool call, and a client's request is one call.
     */
    private static final List<AllowedRequest> ALLOWED = List.of(new AllowedRequest("POST", "/responses", 1));

    private static final UpstreamApi API = new UpstreamApi("https://api.openai.com/v1", LoginStyle.BEARER, ALLOWED);
    private static final UpstreamApi CHATGPT_API =
            new UpstreamApi("https://chatgpt.com/backend-api/codex", LoginStyle.BEARER, ALLOWED);
    private static final ProviderHints HINTS = new ProviderHints("codex", false, true, true, true, true, false);

    private static final IsolationContract CONTRACT = ContractDeclaration.read(Map.of(
            "ephemeralEnvOverrides",
            (EnvironmentOverrides)
                    (root, keyId, requestId) -> Map.of("HOME", root, "CODEX_HOME", root + "/" + CodexHome.FOLDER),
            "requiredHomePaths",
            List.of(CodexHome.FOLDER),
            "hasInnerSandbox",
            true,
            "crossTenantReadProtection",
            "tool-suppression",
            "recommendedDeploymentTier",
            "per-os-user",
            "credentialMode",
            "gateway"));

    private final LastCatalog catalog = new LastCatalog();
    private final LastTools lastTools = new LastTools();

    @Override
    public String id() {
        return "openai";
    }

    @Override
    public String displayName() {
        return "OpenAI";
    }

    @Override
    public String adapterVersion() {
        return "1";
    }

    @Override
    public ProviderHints hints() {
        return HINTS;
    }

    /** Without the catalog the model would be offered tools, so its probe is required as well. */
    @Override
    public List<Probe> probes() {
        return List.of(
                new Probe(Probe.VERSION, List.of("--version"), true),
                new Probe(LastCatalog.PROBE, List.of("debug", "models", "--bundled"), true));
    }

    /** codex refuses a CODEX_HOME that does not exist, and nothing makes one for a probe. */
    @Override
    public Map<String, String> probeEnvironment(HomePaths paths) {
        return CodexHome.quietEnvironment(paths.home());
    }

    @Override
    public String parseVersion(String output) {
        return CodexVersion.find(output);
    }

    @Override
    public boolean testedWith(String cliVersion) {
        return CodexVersion.TESTED.contains(CodexVersion.parse(cliVersion));
    }

    @Override
    public IsolationContract isolation() {
        return CONTRACT;
    }

    /** 0.133.0 cannot be told to leave them out; both only speak to the client, which does not answer them. */
    @Override
    public Set<String> harmlessTools() {
        return Set.of("update_plan", "request_user_input");
    }

    @Override
    public Optional<Unhonoured> unhonoured(String cliVersion, ChatRequest request) {
        return CodexVersion.parse(cliVersion).atLeast(CodexVersion.FIRST_WITH_APP_SERVER)
                ? Optional.empty()
                : Optional.of(new Unhonoured("tools", "The server's codex is too old to be given tools."));
    }

    /** codex marks each schema as strict, and OpenAI refuses one that does not say what it wants of a strict one. */
    @Override
    public boolean enforcesFormat(String cliVersion, ChatRequest request) {
        return CodexVersion.parse(cliVersion).atLeast(CodexVersion.FIRST_WITH_APP_SERVER)
                && StrictSchema.fits(request.format());
    }

    @Override
    public String upstreamToolName(String name) {
        return ToolNames.upstream(name);
    }

    @Override
    public UpstreamApi upstreamApi(Login login) {
        return login.kind() == Login.Kind.OAUTH_TOKEN ? CHATGPT_API : API;
    }

    @Override
    public Optional<QuotaHeaders> quotaHeaders() {
        return Optional.of(new CodexQuota());
    }

    @Override
    public LaunchPlan launch(LaunchContext context, ChatRequest request) {
        CodexVersion version = CodexVersion.parse(context.cliVersion());
        HomeFile catalogFile = catalogFile(context.probes(), List.of(context.model()));
        List<String> shared = shared(version, context.login(), context.upstream(), context.paths());
        if (!version.atLeast(CodexVersion.FIRST_WITH_APP_SERVER)) {
            return ExecLaunch.plan(context, request, shared, catalogFile);
        }
        return new LaunchPlan(
                appServer(shared),
                CodexHome.environment(context.login(), context.paths()),
                List.of(CodexHome.FOLDER),
                List.of(catalogFile),
                false,
                new AppServerChat(version, context.model(), context.paths(), request, lastTools).cold());
    }

    @Override
    public Optional<SparePlan> spare(SpareContext context) {
        CodexVersion version = CodexVersion.parse(context.cliVersion());
        if (!CodexVersion.TESTED.contains(version)) {
            return Optional.empty();
        }
        return Optional.of(new SparePlan(
                appServer(shared(version, context.login(), context.upstream(), context.paths())),
                CodexHome.environment(context.login(), context.paths()),
                List.of(CodexHome.FOLDER),
                List.of(catalogFile(context.probes(), context.models())),
                new AppServerGreeting()));
    }

    /** A model that is not in the process's catalog would have tools. */
    @Override
    public Optional<Dialogue> late(SpareContext context, String model, ChatRequest request) {
        CodexVersion version = CodexVersion.parse(context.cliVersion());
        return context.models().contains(model)
                ? Optional.of(new AppServerChat(version, model, context.paths(), request, lastTools).late())
                : Optional.empty();
    }

    private static List<String> shared(CodexVersion version, Login login, UpstreamAccess upstream, HomePaths paths) {
        return CodexArguments.shared(
                version, upstream.baseUrl(), login.accountId() != null, CodexHome.path(paths, CodexHome.CATALOG_FILE));
    }

    private static List<String> appServer(List<String> shared) {
        List<String> args = new ArrayList<>(List.of("app-server"));
        args.addAll(shared);
        return args;
    }

    private HomeFile catalogFile(Map<String, String> probes, List<String> models) {
        return new HomeFile(CodexHome.CATALOG_FILE, catalog.of(probes).only(models));
    }
}
