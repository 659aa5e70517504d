package dev.olp.bench;

import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.provider.builtin.Providers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * A CLI to measure.
 *
 * @param provider its adapter
 * @param binary the real one
 * @param model an id of the registry
 * @param login one that only the fake upstream takes
 * @param loginVariable how OLP's environment names it
 */
record Subject(Provider provider, Path binary, String model, Login login, String loginVariable) {
    static List<Subject> all(Settings settings) {
        List<Provider> providers = Providers.builtIn();
        return List.of(
                new Subject(
                        providers.get(0),
                        settings.claude(),
                        "claude-sonnet-4-6",
                        new Login(Login.Kind.OAUTH_TOKEN, OlpProcess.LOGIN, null),
                        "CLAUDE_CODE_OAUTH_TOKEN"),
                new Subject(
                        providers.get(1),
                        settings.codex(),
                        "gpt-5.5",
                        new Login(Login.Kind.API_KEY, OlpProcess.LOGIN, null),
                        "CODEX_API_KEY"));
    }

    /** A short streamed chat. */
    byte[] chat(JsonMapper json) {
        return json.writeValueAsString(Map.of(
                        "model",
                        model,
                        "stream",
                        true,
                        "messages",
                        List.of(
                                Map.of("role", "system", "content", "Answer in one sentence."),
                                Map.of("role", "user", "content", "What is a proxy?"))))
                .getBytes(StandardCharsets.UTF_8);
    }

    String command() {
        return provider.hints().commandName();
    }
}
