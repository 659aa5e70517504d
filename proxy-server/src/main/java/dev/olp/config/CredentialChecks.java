package dev.olp.config;

import dev.olp.config.CredentialSettings.Renewal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an account's settings may not ask of its provider. */
final class CredentialChecks {
    /** Their logins expire; the others' are keys. */
    private static final List<String> RENEWED = List.of("anthropic", "openai");

    private CredentialChecks() {}

    static List<Problem> problems(OlpConfig config, Map<String, String> sources) {
        List<Problem> problems = new ArrayList<>();
        config.providers().forEach((provider, settings) -> {
            if (!RENEWED.contains(provider)) {
                settings.credentials().forEach((account, credential) -> {
                    if (credential.renewal() != Renewal.VENDOR) {
                        String path = "providers." + provider + ".credentials." + account + ".renewal";
                        String expected =
                                Renewal.VENDOR + ": a login of " + provider + " is a key, which has nothing to renew";
                        problems.add(new Problem(path, credential.renewal().toString(), expected, sources.get(path)));
                    }
                });
            }
        });
        return problems;
    }
}
