package dev.olp.provider.openai;

import dev.olp.isolation.contract.HomePaths;
import dev.olp.provider.Login;
import java.util.Map;
import java.util.TreeMap;

/** The folder that codex keeps its own in, relative to a run's home, and what tells it of that. */
final class CodexHome {
    static final String FOLDER = ".codex";
    static final String CATALOG_FILE = FOLDER + "/catalog.json";

    private CodexHome() {}

    /** The whole of a run's environment that is ours to set. */
    static Map<String, String> environment(Login login, HomePaths paths) {
        Map<String, String> env = new TreeMap<>(quietEnvironment(path(paths, FOLDER)));
        env.put(CodexArguments.TOKEN_VARIABLE, login.secret());
        String accountId = login.accountId();
        if (accountId != null) {
            env.put(CodexArguments.ACCOUNT_VARIABLE, accountId);
        }
        return env;
    }

    /** @param codexHome as the child sees it */
    static Map<String, String> quietEnvironment(String codexHome) {
        return Map.of("CODEX_HOME", codexHome, "NO_COLOR", "1", "RUST_LOG", "error");
    }

    /** A file of the home as the child sees it. */
    static String path(HomePaths paths, String file) {
        return paths.home() + "/" + file;
    }
}
