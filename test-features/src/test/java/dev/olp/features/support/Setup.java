package dev.olp.features.support;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** How a test wants its server. */
public final class Setup {
    /** Tries beside this process until that is in a user namespace of its own, and lets it have all users of this one. */
    private static final String EVERYBODY_MAPPED = "me=$$; ( for map in uid_map gid_map; do "
            + "until echo 0 0 4294967295 >/proc/$me/$map || [ ! -e /proc/$me ]; do :; done; done 2>/dev/null & ); ";

    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private Scenario scenario = Scenario.BY_PROMPT;
    private boolean standIns;
    private boolean tls;
    private boolean remembering;
    private List<String> wrapping = List.of();
    private String claude = "claude";

    Setup() {
        environment.put("CLAUDE_CODE_OAUTH_TOKEN", "fake-claude-token");
        environment.put("CODEX_API_KEY", "fake-codex-key");
        environment.put("MISTRAL_API_KEY", "fake-mistral-key");
    }

    /** Every request's scenario at the fake; without it the prompt names it as <code>{{name}}</code>. */
    public Setup scenario(Scenario every) {
        scenario = every;
        return this;
    }

    /** Stand-ins for the CLIs instead of the real ones; the prompt names the fault as <code>{{name}}</code>. */
    public Setup standIns() {
        standIns = true;
        return this;
    }

    /** Another file of the stand-ins in claude's place. */
    public Setup standInForClaude(String name) {
        claude = name;
        return standIns();
    }

    /** As on a machine that has no bubblewrap: its place is covered, for this server alone. */
    public Setup withoutBubblewrap() {
        return in("mount --bind /dev/null /usr/bin/bwrap", true);
    }

    /** As on a machine whose kernel makes no user namespaces, for this server alone. */
    public Setup withoutUserNamespaces() {
        return in("echo 0 >/proc/sys/user/max_user_namespaces", true);
    }

    /** Nobody can write to /tmp, as this server sees it. */
    public Setup withReadOnlyTmp() {
        return in("mount --bind /tmp /tmp && mount -o remount,bind,ro /tmp", false);
    }

    /** Its home is a file system of its own, of so many MiB, seen by this server alone: {@link OlpServer#seen}. */
    public Setup homeOfMebibytes(int size) {
        return in(
                "kept=$(cat \"$OLP_HOME/config.json\"); mount -t tmpfs -o mode=700,size=" + size
                        + "m tmpfs \"$OLP_HOME\" && printf '%s' \"$kept\" >\"$OLP_HOME/config.json\"",
                false);
    }

    /** The same for the folder of its runs. */
    public Setup runtimeOfMebibytes(int size) {
        return in("mount -t tmpfs -o mode=711,size=" + size + "m tmpfs \"$RUNTIME_DIRECTORY\"", false);
    }

    /**
     * Does something to the machine as this server sees it, before it starts.
     *
     * @param asAUser whether root too is only root of a user namespace of its own
     */
    private Setup in(String preparation, boolean asAUser) {
        boolean root = System.getProperty("user.name").equals("root");
        List<String> words = new ArrayList<>();
        String mapped = "";
        if (asAUser && root) {
            words.addAll(List.of("sh", "-c", EVERYBODY_MAPPED + "exec \"$@\"", "sh"));
            mapped = "until read -r _ </proc/self/uid_map && read -r _ </proc/self/gid_map; do :; done; ";
        }
        words.addAll(List.of("unshare", "--mount"));
        if (asAUser && root) {
            words.addAll(List.of("--user", "--keep-caps"));
        } else if (!root) {
            words.addAll(List.of("--user", "--map-current-user", "--keep-caps"));
        }
        // bubblewrap takes nobody for harmless who is not root and has capabilities
        String harmless = root ? "" : "setpriv --inh-caps=-all --ambient-caps=-all -- ";
        words.addAll(List.of("sh", "-c", mapped + preparation + " && exec " + harmless + "\"$@\"", "sh"));
        wrapping = List.copyOf(words);
        return this;
    }

    List<String> wrapping() {
        return wrapping;
    }

    /**
     * A configuration value.
     *
     * @param pointer JSON pointer into the configuration, e.g. {@code /providers/anthropic/queue}
     * @param json the value
     */
    public Setup set(String pointer, String json) {
        settings.put(pointer, json);
        return this;
    }

    /** Each request has a run of its own, however many ask for the same at the same moment. */
    public Setup runsApart() {
        return set("/cache/enabled", "false");
    }

    /**
     * What providers' faults say of later requests is remembered as configured; without it each test begins as if there had
     * been none before.
     */
    public Setup remembering() {
        remembering = true;
        return this;
    }

    /** Serves https with a certificate made for it. */
    public Setup tls() {
        tls = true;
        return this;
    }

    boolean usesTls() {
        return tls;
    }

    public Setup environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public Setup withoutEnvironment(String name) {
        environment.remove(name);
        return this;
    }

    /** The server, to be registered as an extension. */
    public OlpServer server() {
        return new OlpServer(this);
    }

    Map<String, String> environment() {
        return environment;
    }

    String claude() {
        return claude;
    }

    /** Copied into each server's own folder, so that what they note beside themselves is that server's. */
    boolean usesStandIns() {
        return standIns;
    }

    String configuration(FakeUpstream upstream) {
        ObjectNode root = JsonMapper.shared().createObjectNode();
        put(root, "/providers/anthropic/upstream", Bodies.quote(upstream.url(scenario)));
        put(root, "/providers/openai/upstream", Bodies.quote(upstream.url(scenario) + "/v1"));
        put(root, "/providers/mistral/accept_tier", "\"shared-os-user\"");
        put(root, "/providers/mistral/upstream", Bodies.quote(upstream.url(scenario) + "/v1"));
        if (!remembering) {
            put(root, "/routing/breaker/faults", "0");
            put(root, "/routing/remember_limits", "false");
        }
        settings.forEach((pointer, json) -> put(root, pointer, json));
        return root.toPrettyString();
    }

    private static void put(ObjectNode root, String pointer, String json) {
        String[] names = pointer.substring(1).split("/", -1);
        ObjectNode at = root;
        for (int i = 0; i < names.length - 1; i++) {
            at = at.withObjectProperty(names[i]);
        }
        at.set(names[names.length - 1], JsonMapper.shared().readTree(json));
    }
}
