package dev.olp.bench;

import dev.olp.fakeupstream.FakeUpstream;
import dev.olp.fakeupstream.Scenario;
import dev.olp.provider.Login;
import dev.olp.provider.Provider;
import dev.olp.provider.builtin.Providers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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
    /** Measures one subject, with an upstream that answers. */
    @FunctionalInterface
    interface Measuring {
        List<Row> of(Subject subject, String upstream) throws IOException, InterruptedException;
    }

    static List<Row> measureEach(Settings settings, Measuring measuring) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        try (FakeUpstream upstream = FakeUpstream.start()) {
            for (Subject subject : List.of(claude(settings), codex(settings))) {
                rows.addAll(measuring.of(subject, upstream.url(Scenario.OK)));
                upstream.forget();
            }
        }
        return rows;
    }

    static Subject claude(Settings settings) {
        return new Subject(
                Providers.builtIn().get(0),
                settings.claude(),
                "claude-sonnet-4-6",
                new Login(Login.Kind.OAUTH_TOKEN, OlpProcess.LOGIN, null),
                "CLAUDE_CODE_OAUTH_TOKEN");
    }

    static Subject codex(Settings settings) {
        return new Subject(
                Providers.builtIn().get(1),
                settings.codex(),
                "gpt-5.5",
                new Login(Login.Kind.API_KEY, OlpProcess.LOGIN, null),
                "CODEX_API_KEY");
    }

    /** Another program in its place. */
    Subject with(Path other) {
        return new Subject(provider, other, model, login, loginVariable);
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
