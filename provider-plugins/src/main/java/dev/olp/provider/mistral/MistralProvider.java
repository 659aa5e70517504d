package dev.olp.provider.mistral;

import dev.olp.isolation.contract.ContractDeclaration;
import dev.olp.isolation.contract.EnvironmentOverrides;
import dev.olp.isolation.contract.HomePaths;
import dev.olp.isolation.contract.IsolationContract;
import dev.olp.provider.AllowedRequest;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.LaunchContext;
import dev.olp.provider.LaunchPlan;
import dev.olp.provider.Login;
import dev.olp.provider.LoginStyle;
import dev.olp.provider.Probe;
import dev.olp.provider.Provider;
import dev.olp.provider.ProviderHints;
import dev.olp.provider.UpstreamApi;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Mistral's models through {@code vibe} (Mistral Vibe 2.18.4).
 *
 * <p>Written from its source and tested against a stand-in of the same shapes: the real vibe was never run with it. It
 * needs a plain API key.
 */
public final class MistralProvider implements Provider {
    private static final Pattern VERSION = Pattern.compile("\\s*vibe (\\d+\\.\\d+\\.\\d+\\S*)\\s*");

    /** After the source of 2.18.4. */
    private static final UpstreamApi API = new UpstreamApi(
            "https://api.mistral.ai", LoginStyle.BEARER, List.of(new AllowedRequest("POST", "/v1/chat/completions")));

    /** No protection of its own, and no test that shows one: a machine of its own, unless the operator accepts less. */
    private static final IsolationContract CONTRACT = ContractDeclaration.read(Map.of(
            "ephemeralEnvOverrides",
            (EnvironmentOverrides)
                    (root, keyId, requestId) -> Map.of("HOME", root, "VIBE_HOME", root + "/" + VibeConfig.FOLDER),
            "requiredHomePaths",
            List.of(VibeConfig.FOLDER),
            "crossTenantReadProtection",
            "none",
            "recommendedDeploymentTier",
            "separate-vm",
            "credentialMode",
            "gateway"));

    private static final List<String> ARGS = List.of(
            // without a text the prompt is read from stdin, to its end
            "-p",
            "--output",
            "streaming",
            // no list means all tools, and so does an empty one: a pattern that matches no name means none
            "--enabled-tools",
            "re:^$",
            "--max-turns",
            "1");

    @Override
    public String id() {
        return "mistral";
    }

    @Override
    public String displayName() {
        return "Mistral (vibe)";
    }

    @Override
    public String adapterVersion() {
        return "1";
    }

    @Override
    public ProviderHints hints() {
        return new ProviderHints("vibe", false, false, false, false, false, false);
    }

    @Override
    public List<Probe> probes() {
        return List.of(new Probe(Probe.VERSION, List.of("--version"), true));
    }

    @Override
    public Map<String, String> probeEnvironment(HomePaths paths) {
        return quiet(paths);
    }

    @Override
    public String parseVersion(String output) {
        Matcher matcher = VERSION.matcher(output);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("vibe --version: " + output + " (expected: vibe 2.18.4)");
        }
        return matcher.group(1);
    }

    @Override
    public boolean testedWith(String cliVersion) {
        return false;
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
    public LaunchPlan launch(LaunchContext context, ChatRequest request) {
        Map<String, String> env = new HashMap<>(quiet(context.paths()));
        env.put(VibeConfig.KEY_VARIABLE, context.login().secret());
        return new LaunchPlan(
                ARGS,
                env,
                List.of(VibeConfig.FOLDER, VibeConfig.PROMPTS),
                VibeConfig.files(context.model(), context.upstream().baseUrl(), request.system()),
                // vibe opens /dev/tty after it read stdin, and forgets the prompt where that fails
                true,
                new VibeDialogue(new VibePrompt(request.turns(), context.turnLabel())));
    }

    private static Map<String, String> quiet(HomePaths paths) {
        return Map.of(
                "VIBE_HOME", paths.home() + "/" + VibeConfig.FOLDER,
                "VIBE_ENABLE_TELEMETRY", "false",
                "VIBE_ENABLE_UPDATE_CHECKS", "false",
                "VIBE_ENABLE_CONNECTORS", "false");
    }
}
