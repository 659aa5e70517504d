package dev.olp.logins;

import dev.olp.isolation.SandboxException;
import dev.olp.isolation.process.ForegroundProgram;
import dev.olp.logins.LoginSource.NoLogin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Logs in by the vendor's own CLI in the operator's terminal. It works in a folder of its own, so that what it gives up
 * leaves the login that was there as it is.
 */
public final class SignIn {
    /** Else the CLI takes one of these for the login. */
    private static final List<String> NOT_PASSED_ON = List.of(
            "ANTHROPIC_API_KEY",
            "ANTHROPIC_AUTH_TOKEN",
            "ANTHROPIC_BASE_URL",
            "CLAUDE_CODE_OAUTH_TOKEN",
            "CODEX_API_KEY",
            "OPENAI_API_KEY",
            "MISTRAL_API_KEY",
            "OLP_OWNER_TOKEN",
            "OLP_API_KEY");

    private final LoginStore store;
    private final Map<String, String> environment;

    /** @param environment the operator's own */
    public SignIn(LoginStore store, Map<String, String> environment) {
        this.store = store;
        this.environment = Map.copyOf(environment);
    }

    /** Whether the vendor's CLI can log a person in. */
    public static boolean isPossible(String provider) {
        return LoginPlaces.vendor(provider).signIn(false).isPresent();
    }

    /**
     * Runs it to its end and keeps the login.
     *
     * @param device by a code for another device's browser, where the CLI has that way
     * @throws NoLogin when it ended without one
     * @throws SandboxException when it cannot be started
     */
    public void run(String provider, String account, Path binary, boolean device)
            throws IOException, NoLogin, SandboxException, InterruptedException {
        LoginFormat format = LoginPlaces.vendor(provider);
        List<String> args = format.signIn(device).orElseThrow();
        try (Staging staging = store.stage()) {
            Path folder = staging.folder();
            Map<String, String> own = new HashMap<>(environment);
            NOT_PASSED_ON.forEach(own::remove);
            format.renewal().ifPresent(renewal -> own.putAll(renewal.environment(folder)));
            int exit = ForegroundProgram.run(binary, args, own, folder);
            if (exit != 0) {
                throw new NoLogin("its CLI ended with status " + exit, Remedies.login(provider, account));
            }
            store.take(provider, account, folder);
        }
    }
}
