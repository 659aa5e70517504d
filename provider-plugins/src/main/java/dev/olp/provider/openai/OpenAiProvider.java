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
import dev.olp.provider.Part;
import dev.olp.provider.Probe;
import dev.olp.provider.Provider;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.QuotaHeaders;
import dev.olp.provider.SpareContext;
import dev.olp.provider.SparePlan;
import dev.olp.provider.Turn;
import dev.olp.provider.UpstreamAccess;
import dev.olp.provider.UpstreamApi;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** OpenAI's models through {@code codex}; with a ChatGPT login or an API key. */
public final class OpenAiProvider implements Provider {
    private static final String CODEX_HOME = ".codex";
    private static final String CATALOG_FILE = CODEX_HOME + "/catalog.json";
    private static final String INSTRUCTIONS_FILE = CODEX_HOME + "/instructions.md";
    /** What 0.133.0 and 0.171.0 ask a custom provider with {@code wire_api="responses"} for. */
    private static final List<AllowedRequest> ALLOWED = List.of(new AllowedRequest("POST", "/responses"));

    private static final UpstreamApi API = new UpstreamApi("https://api.openai.com/v1", LoginStyle.BEARER, ALLOWED);
    private static final UpstreamApi CHATGPT_API =
            new UpstreamApi("https://chatgpt.com/backend-api/codex", LoginStyle.BEARER, ALLOWED);
    private static final ProviderHints HINTS = new ProviderHints("codex", false, true, true, true, false);

    private static final IsolationContract CONTRACT = ContractDeclaration.read(Map.of(
            "ephemeralEnvOverrides",
            (EnvironmentOverrides)
                    (root, keyId, requestId) -> Map.of("HOME", root, "CODEX_HOME", root + "/" + CODEX_HOME),
            "requiredHomePaths",
            List.of(CODEX_HOME),
            "hasInnerSandbox",
            true,
            "crossTenantReadProtection",
            "tool-suppression",
            "recommendedDeploymentTier",
            "per-os-user",
            "credentialMode",
            "gateway"));

    private final LastCatalog catalog = new LastCatalog();

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
        return quietEnvironment(paths.home());
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
        List<HomeFile> files = new ArrayList<>();
        files.add(new HomeFile(CATALOG_FILE, catalog.of(context.probes()).only(context.model())));
        List<String> shared = shared(version, context.login(), context.upstream(), context.paths());
        return version.atLeast(CodexVersion.FIRST_WITH_APP_SERVER)
                ? appServer(context, request, version, shared, files)
                : exec(context, request, shared, files);
    }

    @Override
    public Optional<SparePlan> spare(SpareContext context) {
        CodexVersion version = CodexVersion.parse(context.cliVersion());
        if (!CodexVersion.TESTED.contains(version)) {
            return Optional.empty();
        }
        List<String> args = new ArrayList<>(List.of("app-server"));
        args.addAll(shared(version, context.login(), context.upstream(), context.paths()));
        return Optional.of(new SparePlan(
                args,
                environment(context.login(), context.paths()),
                List.of(CODEX_HOME),
                List.of(new HomeFile(CATALOG_FILE, catalog.of(context.probes()).only(context.models()))),
                new AppServerGreeting()));
    }

    /** A model that is not in the process's catalog would have tools. */
    @Override
    public Optional<Dialogue> late(SpareContext context, String model, ChatRequest request) {
        return context.models().contains(model)
                ? Optional.of(AppServerDialogue.late(
                        requests(CodexVersion.parse(context.cliVersion()), model, context.paths(), request),
                        new TurnEvents(new ToolWatch(request))))
                : Optional.empty();
    }

    private static List<String> shared(CodexVersion version, Login login, UpstreamAccess upstream, HomePaths paths) {
        return CodexArguments.shared(
                version, upstream.baseUrl(), login.accountId() != null, paths.home() + "/" + CATALOG_FILE);
    }

    private static AppServerRequests requests(
            CodexVersion version, String model, HomePaths paths, ChatRequest request) {
        return new AppServerRequests(
                request,
                model,
                paths.work(),
                version.atLeast(CodexVersion.FIRST_WITH_DEVELOPER_MESSAGE),
                EchoSize.fits(request));
    }

    private static LaunchPlan appServer(
            LaunchContext context,
            ChatRequest request,
            CodexVersion version,
            List<String> shared,
            List<HomeFile> files) {
        List<String> args = new ArrayList<>(List.of("app-server"));
        args.addAll(shared);
        AppServerRequests requests = requests(version, context.model(), context.paths(), request);
        TurnEvents events = new TurnEvents(new ToolWatch(request));
        return plan(context, args, files, new AppServerDialogue(requests, events));
    }

    private static LaunchPlan exec(
            LaunchContext context, ChatRequest request, List<String> shared, List<HomeFile> files) {
        FlatPrompt prompt = new FlatPrompt(request, context.turnLabel());
        List<String> instructions = new ArrayList<>(request.system());
        instructions.add(prompt.explanation());
        instructions.removeIf(String::isBlank);
        if (instructions.isEmpty()) {
            instructions.add(AppServerRequests.NEUTRAL_INSTRUCTIONS);
        }
        files.add(new HomeFile(
                INSTRUCTIONS_FILE, String.join("\n\n", instructions).getBytes(StandardCharsets.UTF_8)));
        List<String> images = new ArrayList<>();
        for (Part.Image image : images(request)) {
            String name = CODEX_HOME + "/image-" + images.size();
            files.add(new HomeFile(name, Base64.getDecoder().decode(image.base64())));
            images.add(inHome(context, name));
        }
        List<String> args =
                new ArrayList<>(CodexArguments.exec(context.model(), inHome(context, INSTRUCTIONS_FILE), images));
        args.addAll(shared);
        return plan(context, args, files, new ExecDialogue(prompt));
    }

    private static LaunchPlan plan(LaunchContext context, List<String> args, List<HomeFile> files, Dialogue dialogue) {
        return new LaunchPlan(
                args, environment(context.login(), context.paths()), List.of(CODEX_HOME), files, false, dialogue);
    }

    private static Map<String, String> environment(Login login, HomePaths paths) {
        Map<String, String> env = new TreeMap<>(quietEnvironment(paths.home() + "/" + CODEX_HOME));
        env.put(CodexArguments.TOKEN_VARIABLE, login.secret());
        String accountId = login.accountId();
        if (accountId != null) {
            env.put(CodexArguments.ACCOUNT_VARIABLE, accountId);
        }
        return env;
    }

    private static Map<String, String> quietEnvironment(String codexHome) {
        return Map.of("CODEX_HOME", codexHome, "NO_COLOR", "1", "RUST_LOG", "error");
    }

    private static String inHome(LaunchContext context, String path) {
        return context.paths().home() + "/" + path;
    }

    private static List<Part.Image> images(ChatRequest request) {
        List<Part> parts = new ArrayList<>();
        for (Turn turn : request.turns()) {
            switch (turn) {
                case Turn.User user -> parts.addAll(user.parts());
                case Turn.Tool tool -> parts.addAll(tool.parts());
                case Turn.Assistant ignored -> {}
            }
        }
        return parts.stream()
                .filter(Part.Image.class::isInstance)
                .map(Part.Image.class::cast)
                .toList();
    }
}
