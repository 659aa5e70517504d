package dev.olp.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the configuration: environment over file over built-in defaults. */
public final class ConfigLoader {
    /** The source of what the file sets. */
    public static final String FILE = "config.json";

    private ConfigLoader() {}

    /**
     * Reads {@code config.json} of the home, if there is one, and the environment.
     *
     * @param home the folder; see {@link Home}
     * @throws ConfigException with all that is wrong
     */
    public static LoadedConfig load(Map<String, String> environment, Path home) throws ConfigException {
        return loadFile(environment, new Home(home).configFile());
    }

    static LoadedConfig loadFile(Map<String, String> environment, Path file) throws ConfigException {
        List<Problem> problems = new ArrayList<>();
        ObjectNode root = ConfigFile.read(file);
        root.remove("$schema");
        SeedProviders.rewrite(root, problems);
        Map<String, String> sources = new LinkedHashMap<>();
        noteLeaves(root, "", sources);
        SecretReferences references = new SecretReferences(environment, sources, problems);
        references.resolve(root);
        Environment.overlay(environment, root, sources);
        SettingsBinder binder = new SettingsBinder(sources);
        OlpConfig config = binder.bind(OlpConfig.class, OlpConfig.DEFAULTS, root, "");
        problems.addAll(binder.problems());
        if (config != null) {
            problems.addAll(CredentialChecks.problems(config, sources));
        }
        boolean sandboxDisabled = Environment.sandboxDisabled(environment, problems);
        Optional<Secret> ownerToken = OwnerToken.read(environment, problems);
        if (config == null || !problems.isEmpty()) {
            throw new ConfigException(distinct(problems));
        }
        Set<Path> files = new HashSet<>(references.files());
        OwnerToken.file(environment).ifPresent(files::add);
        return new LoadedConfig(config, sources, references.texts(), sandboxDisabled, ownerToken, files);
    }

    /** What a reference does not give is not also told as the empty value that it left. */
    private static List<Problem> distinct(List<Problem> problems) {
        Set<String> told = new HashSet<>();
        return problems.stream().filter(problem -> told.add(problem.path())).toList();
    }

    /** Lists are leaves: they are set whole. */
    private static void noteLeaves(JsonNode json, String path, Map<String, String> sources) {
        if (!json.isObject()) {
            sources.put(path, FILE);
            return;
        }
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            noteLeaves(entry.getValue(), SettingsBinder.child(path, entry.getKey()), sources);
        }
    }
}
